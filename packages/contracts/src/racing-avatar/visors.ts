import { circle, type Shape } from './shape.ts'

const EYE: readonly Shape[] = [
  { d: 'M218 108c10-4 22-5 34-3', ink: '#26262d', width: 5, cap: 'round', isFine: true },
  { d: 'M231 118a9 4.6 0 1 0 18 0a9 4.6 0 1 0-18 0Z', ink: '#ffffff' },
  { d: circle(244, 118, 4), ink: '#15151a', isFine: true },
]

/** The face behind a clear visor: a grey stand-in, never a skin tone. Open helmets use `OPEN_FACE`. */
export const FACE: readonly Shape[] = [
  { d: 'M150 60h140v120H150z', ink: '#3a3a44' },
  { d: 'M186 104c30-6 62-7 88-4v27c-26-5-56-4-84 2-6-8-8-16-4-25Z', ink: '#9a9aa4' },
  ...EYE,
]
export const OPEN_FACE = EYE

export type Visor = { glass: Omit<Shape, 'd'>; edge: Omit<Shape, 'd'> | null; tones: readonly Shape[] }

/** Visors by name. `glass` fills the helmet's glass shape, which clips the `tones`. */
export const VISORS = {
  tinted: {
    glass: { ink: '#191922' },
    edge: null,
    tones: [
      { d: 'M140 60h140v50c-44-4-88-2-140 8z', ink: '#3d3b4d' },
      { d: 'M140 70h140v26c-44-4-88-2-140 8z', ink: '#5b586f', opacity: 0.6 },
      { d: 'M196 80l-24 80h20l24-80zM226 80l-24 80h7l24-80z', ink: '#ffffff', opacity: 0.14, isFine: true },
    ],
  },
  clear: {
    glass: { ink: '#cfe0ea', opacity: 0.2 },
    edge: { ink: '#e6e6e9', opacity: 0.7, width: 2.5, isFine: true },
    tones: [{ d: 'M176 80l-22 80h22l22-80zM210 80l-22 80h8l22-80z', ink: '#ffffff', opacity: 0.26, isFine: true }],
  },
} as const satisfies Record<string, Visor>
