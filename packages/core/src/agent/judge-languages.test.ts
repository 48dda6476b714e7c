/** Tests what an answer in another language may say of the person's body, and of what was done. */
import type { ToolCall } from "@waldo/contracts";
import { DATE, night, ok } from "@waldo/testkit/brief-day";
import { casesOf } from "@waldo/testkit/data";
import { health } from "@waldo/testkit/recipe-results";
import { describe, expect, it } from "vitest";
import { judge } from "./judge.ts";

const usual = health({ night: night("usual", 15) });
const judged = (text: string, results = [usual], calls: ToolCall[] = []) =>
  judge(text, { results, calls, today: DATE, reply: true, owner: ["wie habe ich geschlafen?"] });

describe("a statement about the body", () => {
  it.each(casesOf<string>("judge-languages", "a statement about the body: that nothing carries is not said"))(
    "that nothing carries is not said: %s",
    (text) => {
      expect(judged(text)).toMatchObject({
        ok: false,
        reason: expect.stringMatching(/^untraced_(?:hours|language|pillar)$/),
      });
    },
  );

  it.each(casesOf<string>("judge-languages", "a statement about the body: is no number of a sensor"))(
    "is no number of a sensor: %s",
    (text) => {
      expect(judged(text)).toMatchObject({ ok: false, reason: "raw_value" });
    },
  );

  it.each([
    "Du hast etwa siebeneinhalb Stunden geschlafen.",
    "Du hast rund 7,5 Stunden geschlafen.",
    "Anoche dormiste unas siete horas y media.",
    "Tu as dormi environ sept heures et demie.",
    "Hai dormito circa sette ore e mezza.",
    "Você dormiu cerca de sete horas e meia.",
    "Je hebt ongeveer 7,5 uur geslapen.",
    "Aap kal raat sadhe saat ghante soye.",
  ])("passes where the length is so, and not where it is not: %s", (text) => {
    expect(judged(text)).toMatchObject({ ok: true });
    expect(judged(text, [health({ night: night("usual", 9) })])).toMatchObject({ ok: false, reason: "untraced_hours" });
  });

  it.each(casesOf<string>("judge-languages", "a statement about the body: is none, and stays whole"))(
    "is none, and stays whole: %s",
    (text) => {
      expect(judged(text)).toMatchObject({ ok: true });
    },
  );
});

describe("a claimed deed", () => {
  const watch = ok("watch", { watchId: "w1" });
  const call: ToolCall = { id: watch.callId, name: "watch", args: { text: "Müll", date: DATE, time: "20:00" } };
  it.each([
    "Erledigt, ich erinnere dich um 20 Uhr an den Müll.",
    "Te recordaré a las 20:00 sacar la basura.",
    "Je te rappellerai à 20 h de sortir la poubelle.",
    "Ti ricorderò alle 20 di portare fuori la spazzatura.",
    "Ik herinner je om 20:00 aan het afval.",
    "Vou te lembrar às 20 do lixo.",
    "Main 20 baje yaad dila dunga.",
  ])("needs its call, with its time: %s", (text) => {
    expect(judged(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/^untraced_deed/) });
    expect(judged(text, [watch], [call])).toMatchObject({ ok: true });
    const later = { ...call, args: { text: "Müll", date: DATE, time: "21:00" } };
    expect(judged(text, [watch], [later])).toMatchObject({ ok: false, reason: "untraced_time" });
  });

  it.each(casesOf<string>("judge-languages", "a claimed deed: that no call of this run did is not said"))(
    "that no call of this run did is not said: %s",
    (text) => {
      expect(judged(text)).toMatchObject({ ok: false, reason: expect.stringMatching(/^untraced_deed/) });
    },
  );

  it.each([
    "Soll ich dich um 20 Uhr erinnern?",
    "Ich kann dich daran erinnern.",
    "¿Quieres que te lo recuerde?",
    "Das kann ich nicht.",
    "Der Zug fährt um 20 Uhr.",
  ])("is none: %s", (text) => {
    expect(judged(text)).toMatchObject({ ok: true });
  });
});

it("what stands in a text that the person asked for is no deed of Waldo's", () => {
  const post = "I am happy to share that I have accepted a new job at Acme!";
  const of = (owner: string) => judge(post, { results: [], today: DATE, reply: true, owner: [owner] });
  expect(of("Write a LinkedIn post about my new job")).toMatchObject({ ok: true });
  expect(of("am I free tomorrow?")).toMatchObject({ ok: false, reason: "untraced_deed_calendar" });
});
