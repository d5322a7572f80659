import type { SKRSContext2D } from '@napi-rs/canvas'
import { FAMILIES } from './fonts.ts'

/** Colour tokens of the dark scheme. */
export const INK = {
  bg: '#0b0b0e',
  panel: '#121216',
  mast: '#070709',
  line: '#26262d',
  line2: '#41414c',
  ink: '#f4f4f7',
  ink2: '#b0b0ba',
  ink3: '#888893',
  purple: '#b850ff',
  purpleInk: '#c784fe',
  green: '#01bd65',
  greenInk: '#0bd875',
  yellow: '#ffd326',
  gold: '#e3b341',
  silver: '#c5cad3',
  bronze: '#cf8a55',
} as const
export type Colour = (typeof INK)[keyof typeof INK]

/** Type styles of the design, sized for an image that is displayed small. */
export type Face = { family: keyof typeof FAMILIES; size: number; weight: number; width?: number; tracking?: number }
export const FACE = {
  huge: { family: 'display', size: 250, weight: 660, width: 90, tracking: -5 },
  figure: { family: 'display', size: 110, weight: 660, width: 90, tracking: -2 },
  medium: { family: 'display', size: 64, weight: 660, width: 90, tracking: -1 },
  title: { family: 'display', size: 48, weight: 680, width: 108, tracking: -0.5 },
  name: { family: 'display', size: 32, weight: 640, width: 100 },
  plate: { family: 'display', size: 34, weight: 780, width: 92, tracking: -0.5 },
  label: { family: 'display', size: 21, weight: 640, width: 96, tracking: 1.4 },
  text: { family: 'text', size: 28, weight: 400 },
  small: { family: 'text', size: 24, weight: 400 },
} as const satisfies Record<string, Face>

type TextPosition = { x: number; y: number; colour?: Colour; align?: 'left' | 'right' | 'center'; within?: number }

const setFace = (context: SKRSContext2D, { family, size, weight, width, tracking = 0 }: Face): void => {
  context.font = `${size}px ${FAMILIES[family]}`
  context.fontVariationSettings = width === undefined ? `"wght" ${weight}` : `"wght" ${weight}, "wdth" ${width}`
  context.letterSpacing = `${tracking}px`
}

const characters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text to the width, with an ellipsis. */
const fitText = (context: SKRSContext2D, text: string, within: number): string => {
  if (context.measureText(text).width <= within) return text
  const parts = [...characters.segment(text)].map(({ segment }) => segment)
  while (parts.length > 0) {
    parts.pop()
    const shorter = `${parts.join('').trimEnd()}…`
    if (context.measureText(shorter).width <= within) return shorter
  }
  return ''
}

/** Writes one line with its baseline at `y`; returns its width. */
export const write = (context: SKRSContext2D, face: Face, text: string, position: TextPosition): number => {
  const { x, y, colour = INK.ink, align = 'left', within = Number.POSITIVE_INFINITY } = position
  setFace(context, face)
  context.fillStyle = colour
  context.textAlign = align
  const fittedText = fitText(context, text, within)
  context.fillText(fittedText, x, y)
  return context.measureText(fittedText).width
}

/** Writes a text in the largest face that fits; the smallest truncates it. */
export const writeFitting = (
  context: SKRSContext2D,
  faces: readonly [Face, ...Face[]],
  text: string,
  position: TextPosition & { within: number },
): number => {
  const face = faces.find((each) => {
    setFace(context, each)
    return context.measureText(text).width <= position.within
  })
  return write(context, face ?? faces.at(-1) ?? faces[0], text, position)
}

export const writeLabel = (context: SKRSContext2D, text: string, position: TextPosition): number =>
  write(context, FACE.label, text.toUpperCase(), { colour: INK.ink3, ...position })

type Box = { x: number; y: number; width: number; height: number }

export const fillBox = (context: SKRSContext2D, { x, y, width, height }: Box, colour: Colour): void => {
  context.fillStyle = colour
  context.fillRect(x, y, width, height)
}

export const traceRoundedBox = (context: SKRSContext2D, { x, y, width, height }: Box, radius: number): void => {
  context.beginPath()
  context.roundRect(x, y, width, height, radius)
}

const SHEAR = Math.tan((32 * Math.PI) / 180)

/** Draws a sheared bar, as all scores of the product have. */
export const drawShearedBar = (context: SKRSContext2D, { x, y, width, height }: Box, colour: Colour): void => {
  const lean = height * SHEAR
  context.fillStyle = colour
  context.beginPath()
  context.moveTo(x + lean, y)
  context.lineTo(x + width + lean, y)
  context.lineTo(x + width, y + height)
  context.lineTo(x, y + height)
  context.fill()
}
