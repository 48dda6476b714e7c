/**
 * Handles the return from a vendor of wearables. The data in the address are used once and removed from the address at
 * once.
 */
import type { VendorName } from "@waldo/contracts";
import { useEffect, useRef } from "react";
import { Link } from "wouter";
import { isRefusal, useRoute, useSend } from "../api/api.tsx";
import { Notice, Trouble } from "../design/parts.tsx";
import { words } from "../words/words.ts";

export function Connected({ vendor }: { vendor: string }) {
  const finish = useSend("finishWearable", ["wearables"]);
  const isNew = isRefusal(useRoute("me").error, "NoProfile");
  const begun = useRef(false);
  const back = useRef(new URLSearchParams(location.search));
  const code = back.current.get("code") ?? "";
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    history.replaceState(null, "", location.pathname);
    const state = back.current.get("state") ?? "";
    if (code !== "") finish.mutate({ params: { vendor: vendor as VendorName }, body: { code, state } });
  }, [code, vendor, finish.mutate]);
  return (
    <div className="stack">
      <h1>{words.settings.devices}</h1>
      {code === "" && <Notice>{words.settings.notConnected}</Notice>}
      {finish.data && <Notice>{words.settings.connected(finish.data.name)}</Notice>}
      {finish.error && <Trouble error={finish.error} />}
      {isNew ? (
        <Link href="/welcome?step=bring">{words.first.title}</Link>
      ) : (
        <Link href="/settings">{words.settings.title}</Link>
      )}
    </div>
  );
}
