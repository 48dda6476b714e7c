/**
 * The order of the test files: those that take longest begin first, so that no core is without work at the end. Most of
 * their time they wait for browsers and other processes. By itself Vitest knows only the sizes of files that it has
 * never run.
 */
import { relative } from "node:path";
import { BaseSequencer, type TestSpecification } from "vitest/node";

const LONGEST = [
  "infra/cloud.test.ts",
  "packages/embedded/test/page/screens.test.ts",
  "packages/embedded/test/page/journeys.test.ts",
  "infra/cloud-page.test.ts",
  "infra/stack.test.ts",
];

export class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const rank = ({ moduleId }: TestSpecification) => {
      const at = LONGEST.indexOf(relative(process.cwd(), moduleId).replaceAll("\\", "/"));
      return at === -1 ? LONGEST.length : at;
    };
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}
