/**
 * How long a test waits for what another process or a browser does. A test that sees it goes on at once. On two cores that
 * also do the work of thirty others, what takes a second takes a quarter of a minute, so only what never comes takes this
 * long. It is shorter than the limit of a test (vitest.config.ts), so that a failing test says what it waited for.
 */
export const PATIENCE_MS = 600_000;
