import { Link } from "wouter";
import { words } from "../words/words.ts";

const PLACES = [
  ["/log", words.more.log],
  ["/tasks", words.more.tasks],
  ["/review", words.more.review],
  ["/goals", words.more.goals],
  ["/recipes", words.more.recipes],
  ["/memory", words.more.memory],
  ["/living", words.more.living],
  ["/calendars", words.more.calendars],
  ["/settings", words.more.settings],
  ["/inside", words.more.inside],
] as const;

export function More() {
  return (
    <div className="stack">
      <h1>{words.more.title}</h1>
      <ul className="items">
        {PLACES.map(([path, name]) => (
          <li key={path}>
            <Link href={path} className="grows">
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </div>
  );
}
