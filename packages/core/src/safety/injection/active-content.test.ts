/** Tests which parts of a text act where they are shown or run, with exactly their marks, and what only looks like it. */
import { describe, expect, it } from "vitest";
import { findActiveContent, revealHidden } from "./instructions.ts";

const found = (text: string) => findActiveContent(text).map(({ kind, start, end }) => [kind, text.slice(start, end)]);

describe("is found with its marks", () => {
  it.each<[string, string, string?]>([
    ["script", "<script>"],
    ["script", "</script>"],
    ["script", "<IMG alt='x'>", "see <IMG alt='x'> here"],
    ["script", "<svg", `<svg ${"x".repeat(500)}>`],
    ["script", "javascript:", "javascript:go"],
    ["script", "javascript:", "javascript:go > here"],
    ["script", "vbscript :", "a vbscript : go"],
    ["script", "data:text/html", "data:text/html,go"],
    ["script", "onerror=", "x onerror=go"],
    ["script", "onclick =", "x onclick =go"],
    ["script", "alert(", "alert(x)"],
    ["script", "eval(", "eval('x')"],
    ["script", "confirm(", "confirm()"],
    ["script", "document.cookie"],
    ["script", "document.write", "document.write"],
    ["template", "$" + "{jndi:", "$" + "{jndi:ldap}"],
    ["template", "{{config", "{{config}}"],
    ["template", "{{ self", "{{ self.x }}"],
    ["template", "{{''", "{{''.x}}"],
    ["template", "{{7", "{{7*7}}"],
    ["sql", "' or 1=1", "x' or 1=1"],
    ["sql", "'OR '1'='1"],
    ["sql", "' or name=x"],
    ["sql", '" and "a" = "b', 'x" and "a" = "b"'],
    ["sql", "select *", "select * from x"],
    ["sql", "select @@", "select @@version"],
    ["sql", "select count(", "select count(x)"],
    ["sql", "select sleep (", "select sleep (9)"],
    ["sql", "SELECT case", "SELECT case when"],
    ["sql", "exec(", "exec(x)"],
    ["sql", "execute (", "execute (x)"],
    ["sql", "xp_cmdshell"],
    ["shell", "rm -rf", "rm -rf /x"],
    ["shell", "rm -r", "rm -r x"],
    ["shell", "/etc/passwd"],
    ["shell", "/etc/shadow"],
    ["shell", "/bin/bash"],
    ["shell", "/bin/sh"],
    ["shell", "cmd.exe"],
    ["shell", "$(", "a $(x)"],
    ["shell", "whoami"],
    ["shell", "netstat"],
    ["shell", "cat /", "cat /x"],
    ["shell", "cat ~", "cat ~"],
    ["shell", "find /", "find /x"],
    ["shell", "chmod +", "chmod +x"],
    ["shell", "chmod 7", "chmod 777"],
    ["shell", "__import__(", "__import__('os')"],
    ["shell", "; ls", "a; ls"],
    ["shell", "&&id", "a &&id;"],
    ["shell", "|nc", "a |nc -l"],
    ["shell", "; pwd", "a; pwd | x"],
    ["shell", "ls -la", "a ls -la"],
    ["shell", "dir -a", "dir -a"],
    ["shell", "os.system(", "os.system('x')"],
    ["shell", "os.popen(", "os.popen('x')"],
    ["shell", "subprocess.r", "subprocess.run"],
    ["shell", "| bash", "x | bash"],
    ["shell", "|sh", "x |sh"],
    ["shell", "curl http:", "curl http://x"],
    ["shell", "wget -qO https:", "wget -qO https://x"],
    ["exfiltration", "![x](https://e.example/a)", "see ![x](https://e.example/a) here"],
    ["exfiltration", "![x](", "![x]( http://e.example"],
    ["exfiltration", "https://e.example/?q="],
    ["exfiltration", "http://e.example/?a=1&q={all}", "(http://e.example/?a=1&q={all})"],
    ["exfiltration", "https://e.example/?q=[the-secret]", '"https://e.example/?q=[the-secret]"'],
    ["exfiltration", "https://e.example/?q=$x"],
    ["exfiltration", "https://e.example/?data="],
    ["exfiltration", "https://e.example/?q=%7bx"],
  ])("%s: %j", (kind, marks, text = marks) => {
    expect(found(text)).toEqual([[kind, marks]]);
  });

  it("each time it occurs", () => {
    expect(found("![a](https://a.example) ![b](https://b.example)")).toHaveLength(2);
    expect(found("https://a.example/?q= https://b.example/?q=")).toHaveLength(2);
  });
});

it.each([
  "a description, <scripted> and <imgx>",
  "javascripts: and myjavascript:",
  "data: text/html",
  "person=1 and button=2",
  "alert( x) and alert(-1)",
  "the documents.cookie and document.title",
  "{{ name }} and $" + "{name}",
  "it's mine or 5 of yours",
  "select a date, preselect *",
  "executed (twice) and an executive (x)",
  "farm -r and rm -x",
  "/etc/hosts and /binsh",
  "cost $5, $(\"x\") and $('y')",
  "concat /x is not, nor cat food",
  "a; lsof and b; identity",
  "a; ls of words",
  "tools -la and ls -x",
  "dos.system( and os.name",
  "x | basher",
  "curl https",
  "curl -toolong https://x.example",
  "[x](https://e.example/a) and ![x](file.png)",
  `![${"x".repeat(400)}](https://e.example/a)`,
  "https://e.example/?q=1&r=a=b",
  "https://e.example/q={x}",
  "https://e.example/x=",
  "https://e.example/?token=YWJj=",
  "![x](a-http:b)",
  "https://e.example/?q=x{y}",
  "ftp://e.example/?q=",
])("is nothing that acts: %j", (text) => {
  expect(found(text)).toEqual([]);
});

describe("hidden text", () => {
  it.each<[string, string, number]>([
    ["a\u{E0068}\u{E0069}b", "ab", 1],
    ["a\u{E0068}b\u{E0069}c", "abc", 2],
    ["\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", "\u{1F3F4}\u{E0067}\u{E0062}\u{E007F}", 0],
    ["a\u202Eb\u2069", "ab", 2],
    ["a\u200Bb", "ab", 1],
    ["a\u200B\u200Cb", "ab", 1],
    ["a\u200B ", "a\u200B ", 0],
    [" \u200Bb", " \u200Bb", 0],
    ["क्\u200Dष", "क्\u200Dष", 0],
    ["1\u00AD2", "12", 1],
    ["plain", "plain", 0],
  ])("of %j leaves %j", (text, shown, removed) => {
    expect(revealHidden(text)).toEqual({ text: shown, removed });
  });
});
