/** Reads a form: what was typed into each field, without the spaces around it. */
export function typedIn(form: HTMLFormElement): (field: string) => string {
  const sent = new FormData(form);
  return (field) => String(sent.get(field) ?? "").trim();
}
