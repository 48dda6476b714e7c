/** Which files of a Samsung Health export are read, by their path. It does not throw. */

/** Returns true for a file with readings of HRV. No table has them. It is known by its folder. */
export function isSamsungHrv(path: string): boolean {
  return /(^|[\\/])jsons[\\/]com\.samsung\.health\.hrv[\\/]/.test(path) && path.endsWith(".json");
}

/**
 * Returns true for the other files beside the tables, which are never read. There is one for each hour of heart rate,
 * of stress and of movement, so there may be a hundred thousand.
 */
export function isSamsungUnused(path: string): boolean {
  return /(^|[\\/])(jsons|files)[\\/]com\.samsung\./.test(path) && !isSamsungHrv(path);
}
