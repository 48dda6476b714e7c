import { makeApp } from "../app.ts";

makeApp();
