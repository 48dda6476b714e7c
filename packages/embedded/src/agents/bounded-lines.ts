/** Passes on lines up to a length. A longer line is dropped, and the next line is read normally. */
import { Transform } from "node:stream";

const NEWLINE = 0x0a;

/** `most` is in bytes, without the line end. `onTooLong` is called once for each dropped line. */
export function boundedLines(most: number, onTooLong: () => void): Transform {
  let pending: Buffer[] = [];
  let length = 0;
  let isDropping = false;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let from = 0; from < chunk.length; ) {
        const end = chunk.indexOf(NEWLINE, from);
        const piece = chunk.subarray(from, end < 0 ? chunk.length : end + 1);
        from += piece.length;
        const isEnd = end >= 0;
        if (!isDropping && length + piece.length - (isEnd ? 1 : 0) > most) {
          isDropping = true;
          pending = [];
          onTooLong();
        }
        if (!isDropping) {
          pending.push(piece);
          length += piece.length;
        }
        if (!isEnd) continue;
        for (const part of pending) this.push(part);
        pending = [];
        length = 0;
        isDropping = false;
      }
      done();
    },
    flush(done) {
      for (const part of pending) this.push(part);
      done();
    },
  });
}
