import { isError } from "@waldo/contracts";
import { describe, expect, it } from "vitest";
import { parseColumnMap } from "./column-map.ts";

describe("a column map as text", () => {
  it.each(["hrvRmssdMs=rmssd", "date", "date=", "date=d,vo2=x", "date=d,dateOrder=YDM"])("refuses %s", (text) => {
    try {
      parseColumnMap(text);
      expect.unreachable();
    } catch (error) {
      expect(isError(error, "InvalidInput")).toBe(true);
    }
  });
});
