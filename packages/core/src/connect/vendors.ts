/** Every vendor that has code here. */
import type { VendorName } from "@waldo/contracts";
import { google } from "./google.ts";
import { oura } from "./oura.ts";
import type { Vendor } from "./vendor.ts";
import { whoop } from "./whoop.ts";

export const VENDOR: Readonly<Record<VendorName, Vendor>> = { whoop, oura, google };
