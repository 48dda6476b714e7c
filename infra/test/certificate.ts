/** A certificate that is good for one test: a browser is told to ask no authority about it. */
import { generateKeyPairSync, sign } from "node:crypto";

/** One value of ASN.1 in DER: its tag, its length, its bytes. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const bytes = body.length < 256 ? [0x81, body.length] : [0x82, body.length >> 8, body.length & 255];
  const length = body.length < 128 ? [body.length] : bytes;
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: readonly Uint8Array[]) => der(0x30, ...parts);
const ECDSA_WITH_SHA256 = sequence(der(0x06, Buffer.from("2a8648ce3d040302", "hex")));
const COMMON_NAME = der(0x06, Buffer.from("550403", "hex"));

/** Returns a key and a certificate that it signs itself (RFC 5280), from 2020 to 2049. */
export function selfSigned(): { readonly key: string; readonly cert: string } {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from("loopback")))));
  const time = (text: string) => der(0x17, Buffer.from(text));
  const version3 = der(0xa0, der(0x02, Buffer.from([2])));
  const told = sequence(
    ...[version3, der(0x02, Buffer.from([1])), ECDSA_WITH_SHA256, name],
    sequence(time("200101000000Z"), time("491231235959Z")),
    ...[name, publicKey.export({ type: "spki", format: "der" })],
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", told, privateKey));
  const whole = sequence(told, ECDSA_WITH_SHA256, signature).toString("base64");
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}
