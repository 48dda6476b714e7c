import { wearablePeople } from "./wearable-people.ts";
import { morningsOf } from "./mornings-check.ts";
import { CLEAR, edgesOf, names } from "./mornings-sides.ts";
const { people } = await wearablePeople("../shared/data/wearables");
const c = { good: [0, 0], bad: [0, 0], other: [0, 0] } as Record<string, [number, number]>; const miss: string[] = [];
const long: string[] = []; let words = 0, n = 0, max = 0;
for (const p of people.filter((x) => x.days.length >= 30)) { const e = edgesOf(p.days);
  for (const m of morningsOf(p.days)) { if (!m.text || m.result.form === undefined) continue; n++; const w = m.text.split(/\s+/).length; words += w; if (w > 45) long.push(m.text); max = Math.max(max, w);
    const ed = e.get(m.date) ?? []; const lead = ed[0]; if (!lead) continue;
    c[lead.side]![1]++; if (names(m.text, lead)) c[lead.side]![0]++; else miss.push(`${p.name} ${m.date} ${lead.reading} ${lead.side} ${lead.off.toFixed(2)} | ${m.text} | ${m.result.findings?.signs.map((s) => `${s.sign} ${s.size} ${s.side} ${s.mostOf ?? ""} p${s.place ?? ""}`).join("; ")}`);
    const o = ed.find((x) => x.side !== lead.side && x.off >= CLEAR); if (o) { c.other![1]++; if (names(m.text, o)) c.other![0]++; } } }
console.log(c, "words", words / n, "over 45:", long.length, max); console.log(miss.filter((_, i) => i % Math.ceil(miss.length / 25) === 0).join("\n")); console.log(long.slice(0, 5).join("\n"));
