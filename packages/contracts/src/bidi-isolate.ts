const RIGHT_TO_LEFT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Samaritan}\p{Script=Mandaic}\p{Script=Adlam}\p{Script=Hanifi_Rohingya}]/u

const [FIRST_STRONG_ISOLATE, POP_DIRECTIONAL_ISOLATE] = ['\u2068', '\u2069']

/**
 * Isolates a user-chosen name for use in a sentence (Unicode UAX 9): a right-to-left name does not reorder the numbers and
 * words around it. Other names stay unchanged.
 */
export const bidiIsolate = (name: string): string =>
  RIGHT_TO_LEFT.test(name) ? `${FIRST_STRONG_ISOLATE}${name}${POP_DIRECTIONAL_ISOLATE}` : name
