import { circle, type Shape } from './shape.ts'

export const BUST = 'M16 320c2-40 20-62 52-70l62-18c30 14 64 14 94 0l40 18c26 8 40 32 42 70Z'

const PATCH = 'skewY(-3)'
const dots: Shape = { d: circle(3, 3, 2) + circle(9, 9, 2), ink: '#0b0b0e', opacity: 0.42 }
const mesh = (d: string): Shape => ({ d, ink: '#0b0b0e', tile: { size: 12, shapes: [dots] } })
const seam = (d: string): Shape => ({ d, ink: '#0b0b0e', opacity: 0.32, width: 3 })

/** Suits by name, clipped by the cloth. */
export const SUITS = {
  professional: [
    { d: 'M52 320c4-30 12-50 30-60l46-20 20 80z', ink: 'primary' },
    { d: 'M286 320c-4-34-12-54-30-64l-34-16-8 80z', ink: 'primary' },
    { d: 'M108 252l12-6 18 74h-14zM232 244l10 5-2 71h-14z', ink: 'secondary' },
  ],
  racing: [
    { d: 'M20 320c4-36 20-58 48-66l16-6 36 72z', ink: 'primary' },
    { d: 'M92 246l14-5 40 79h-16z', ink: 'secondary' },
    { d: 'M302 320c-4-36-18-58-40-66l-18-8-4 74z', ink: 'primary' },
  ],
  fireproof: [
    seam('M40 272c50-14 190-16 244-2M28 290c60-14 200-16 266-2M20 308c66-14 214-14 282-2'),
    seam('M104 244l10 76M150 240l8 80M232 242l-4 78M268 256l6 64'),
    { d: 'M150 282h40v30h-40z', ink: 'primary', transform: 'translate(-70 -6) skewY(-3)' },
  ],
  lightweight: [
    mesh('M20 320c4-36 20-58 48-66l40-14 24 80z'),
    mesh('M302 320c-4-36-18-58-40-66l-28-12-4 78z'),
    { d: 'M118 242l-10 3 22 75h12zM224 241l10 3-3 76h-12z', ink: 'primary' },
  ],
  sponsor: [
    { d: 'M20 320c4-36 20-58 48-66l16-6 20 72z', ink: 'primary' },
    { d: 'M302 320c-4-36-18-58-40-66l-18-8 6 74z', ink: 'primary' },
    { d: 'M106 282h34v12h-34zM106 300h24v9h-24z', ink: 'secondary', transform: PATCH },
    { d: 'M222 282h30v9h-30zM46 300h26v11H46z', ink: 'secondary', opacity: 0.9, transform: PATCH },
  ],
  vintage: [
    { d: 'M24 300c60-14 210-16 276-4l2 14c-66-11-216-9-282 6z', ink: 'primary' },
    { d: 'M32 282c60-14 200-16 260-4l4 9c-66-11-210-9-268 6z', ink: 'secondary' },
    { d: 'M128 242l40 26 8 22-48-36zM224 242l-34 26-8 22 46-34z', ink: '#0b0b0e', opacity: 0.22 },
  ],
} as const satisfies Record<string, readonly Shape[]>

/** Drawn on every suit, over its panels: the zip and two shades. */
export const FOLDS: readonly Shape[] = [
  { d: 'M186 250c4 20 5 46 4 70', ink: '#000000', opacity: 0.45, width: 3.5 },
  { d: 'M16 320c2-40 20-62 52-70l30-9c-20 20-30 44-32 79z', ink: '#000000', opacity: 0.2 },
  { d: 'M100 226c34 34 92 36 130 4v22c-36 26-92 24-130-4z', ink: '#000000', opacity: 0.26 },
]

/** Drawn over the suit: the neck, and the collar around it. */
export const NECK: readonly Shape[] = [
  { d: 'M116 232c0-16 2-26 8-34h104c6 8 8 18 8 32-32 26-88 26-120 2Z', ink: '#3a3a44' },
  { d: 'M115 228c32 26 90 27 122 0l1 9c-34 27-90 26-124 1Z', ink: 'secondary' },
]
