import { expect, it } from "vitest";
import { isLoopback } from "./loopback.ts";

it.each([
  ["http://localhost:8080", true],
  ["http://127.0.0.1/v1", true],
  ["http://127.8.9.10", true],
  ["http://127.1", true],
  ["http://[::1]:11434", true],
  ["http://127.example.com", false],
  ["http://localhost.example.com", false],
  ["http://128.0.0.1", false],
  ["http://[::2]", false],
])("%s is on this machine: %s", (url, here) => {
  expect(isLoopback(new URL(url))).toBe(here);
});
