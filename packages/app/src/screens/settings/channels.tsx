import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useDoor, useRoute, useSend } from "../../api/api.tsx";
import { Button, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { ringHere } from "../../pwa/push.ts";
import { words } from "../../words/words.ts";

export function Telegram() {
  const { settings } = words;
  const me = useRoute("me");
  const link = useSend("linkTelegram");
  const unlink = useSend("unlinkTelegram", ["me"]);
  const error = link.error ?? unlink.error;
  const isLinked = me.data?.channels.telegram === true;
  return (
    <div className="stack close">
      <h3>{settings.telegram}</h3>
      {isLinked && <p>{settings.isLinked}</p>}
      {link.data && !isLinked && (
        <a href={link.data.url} target="_blank" rel="noreferrer">
          {settings.openTelegram}
        </a>
      )}
      {error && <Trouble error={error} />}
      <div>
        {isLinked ? (
          <Button busy={unlink.isPending} onClick={() => unlink.mutate({})}>
            {settings.unlinkTelegram}
          </Button>
        ) : (
          <Button busy={link.isPending} onClick={() => link.mutate({})}>
            {settings.linkTelegram}
          </Button>
        )}
      </div>
    </div>
  );
}

export function Push() {
  const { settings } = words;
  const { call } = useDoor();
  const client = useQueryClient();
  const devices = useRoute("devices");
  const forget = useSend("forgetDevice", ["devices"]);
  const ring = useMutation({
    mutationFn: () => ringHere(call),
    onSettled: () => client.invalidateQueries({ queryKey: ["devices"] }),
  });
  const canRing = "serviceWorker" in navigator && "PushManager" in globalThis && devices.data?.webKey !== null;
  return (
    <div className="stack close">
      <h3>{settings.push}</h3>
      <Loaded of={devices}>
        {({ items }) => (
          <ul className="items">
            {items.map(({ deviceId, name }) => (
              <li key={deviceId}>
                <span className="grows">{name}</span>
                <Button onClick={() => forget.mutate({ params: { deviceId } })}>{settings.forgetDevice}</Button>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {ring.error && <Trouble error={ring.error} />}
      {ring.isSuccess && <Notice>{settings.rings}</Notice>}
      {canRing ? (
        <div>
          <Button busy={ring.isPending} onClick={() => ring.mutate()}>
            {settings.ring}
          </Button>
        </div>
      ) : (
        <p className="quiet">{settings.noPush}</p>
      )}
    </div>
  );
}
