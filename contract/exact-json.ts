/**
 * Parses JSON without rounding: a whole number beyond 2^53-1 is its digits, as text, so that an identifier keeps all of them.
 * @throws SyntaxError for what is no JSON.
 */
export function exactJson(text: string): unknown {
  return JSON.parse(/\d{16}/.test(text) ? text.replaceAll(textOrNumber, withDigits) : text);
}

/** Texts are matched so that the digits in them stay as they are. */
const textOrNumber = /"[^"\\]*(?:\\.[^"\\]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Put into quotes before it is parsed: Node before 22 does not tell a reviver what stood there. */
function withDigits(token: string): string {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token)) ? `"${token}"` : token;
}
