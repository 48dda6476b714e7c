/** Shows phone numbers for help now; one touch calls a number. A line may have a web address in place of a number. */
export function HelpLines({ lines }: { lines: readonly { readonly label: string; readonly number: string }[] }) {
  return (
    <ul>
      {lines.map(({ label, number }) => (
        <li key={number}>
          {label}:{" "}
          <a href={/[a-z]/i.test(number) ? `https://${number}` : `tel:${number.replaceAll(/[^+*#\d]/g, "")}`}>
            {number}
          </a>
        </li>
      ))}
    </ul>
  );
}
