declare module "virtual:routes" {
  import type { RouteName } from "@waldo/contracts";
  /** The routes that this page may call (build/route-table.ts). */
  export const ROUTES: Readonly<
    Record<RouteName, { readonly method: string; readonly path: string; readonly keyed: boolean }>
  >;
}
