import { useMutation, useQueryClient } from "@tanstack/react-query";
import { lazy, Suspense } from "react";
import { useDoor, useRoute, useSend } from "../../api/api.tsx";
import { Button, Loaded, Notice, Trouble } from "../../design/parts.tsx";
import { ringHere } from "../../pwa/push.ts";
import { words } from "../../words/words.ts";
import { TestButton } from "./test-button.tsx";

const Qr = lazy(() => import("../../design/qr.tsx").then((file) => ({ default: file.Qr })));
const LOOK_MS = 3_000;

export function Telegram() {
  const { settings } = words;
  const link = useSend("linkTelegram");
  // The person uses the link in the Telegram app, and nothing reports that to this page, so the page asks again.
  const me = useRoute(
    "me",
    {},
    {
      refetchInterval: ({ state }) =>
        link.data && link.data.expiresAt > Date.now() && state.data?.channels.telegram !== true ? LOOK_MS : false,
    },
  );
  const unlink = useSend("unlinkTelegram", ["me"]);
  const error = link.error ?? unlink.error;
  const isLinked = me.data?.channels.telegram === true;
  return (
    <div className="stack close">
      <h3>{settings.telegram}</h3>
      {isLinked && <p>{settings.isLinked}</p>}
      {link.data && !isLinked && (
        <>
          <a href={link.data.url} target="_blank" rel="noreferrer">
            {settings.openTelegram}
          </a>
          <Suspense fallback={<div className="skeleton" aria-busy="true" />}>
            <Qr text={link.data.url} label={settings.telegramQr} />
          </Suspense>
          <p className="quiet">{settings.scanTelegram}</p>
        </>
      )}
      {error && <Trouble error={error} />}
      <div className="row">
        {isLinked ? (
          <>
            <TestButton channel="telegram" />
            <Button busy={unlink.isPending} onClick={() => unlink.mutate({})}>
              {settings.unlinkTelegram}
            </Button>
          </>
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
      {!canRing && <p className="quiet">{settings.noPush}</p>}
      <div className="row">
        {canRing && (
          <Button busy={ring.isPending} onClick={() => ring.mutate()}>
            {settings.ring}
          </Button>
        )}
        {(devices.data?.items.length ?? 0) > 0 && <TestButton channel="push" />}
      </div>
    </div>
  );
}
