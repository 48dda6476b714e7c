// Addresses of S3 that carry a signature (SigV4). Anybody who has one may send exactly this request, for some minutes.
import { createHash, createHmac } from "node:crypto";
import type { S3Client } from "@aws-sdk/client-s3";
import { SignatureV4 } from "@smithy/signature-v4";

/** A browser begins to send at once. A transfer that has begun may take longer. */
const OPEN_SECONDS = 300;

class Sha256 {
  readonly #hash;
  constructor(secret?: string | ArrayBuffer | ArrayBufferView) {
    this.#hash = secret === undefined ? createHash("sha256") : createHmac("sha256", bytes(secret));
  }
  update(data: string | ArrayBuffer | ArrayBufferView): void {
    this.#hash.update(bytes(data));
  }
  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
const bytes = (data: string | ArrayBuffer | ArrayBufferView) =>
  typeof data === "string"
    ? Buffer.from(data)
    : ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);

type Signed = {
  readonly method: "GET" | "PUT";
  readonly bucket: string;
  readonly name: string;
  /** The request must carry these headers with these values. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
};

/** Returns the address of one request for one object. The address is valid for {@link OPEN_SECONDS} seconds. */
export async function presigned(
  { config }: S3Client,
  { method, bucket, name, headers = {}, query: asked = {} }: Signed,
): Promise<string> {
  const region = await config.region();
  const hostname = `${bucket}.s3.${region}.amazonaws.com`;
  const signer = new SignatureV4({
    service: "s3",
    region,
    credentials: config.credentials,
    sha256: Sha256,
    uriEscapePath: false,
  });
  const path = `/${name}`;
  const { query = {} } = await signer.presign(
    {
      ...{ method, protocol: "https:", hostname, path },
      headers: { ...headers, host: hostname, "x-amz-content-sha256": "UNSIGNED-PAYLOAD" },
      query: { ...asked },
    },
    {
      expiresIn: OPEN_SECONDS,
      unsignableHeaders: new Set(["x-amz-content-sha256"]),
      // Without this the signer moves the headers into the address, and the request itself has none.
      unhoistableHeaders: new Set(Object.keys(headers)),
    },
  );
  const written = Object.entries(query).map(
    ([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(String(value))}`,
  );
  return `https://${hostname}${path}?${written.join("&")}`;
}
