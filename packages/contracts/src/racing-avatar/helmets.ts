import { circle, type Shape } from './shape.ts'

export type Helmet = {
  shell: string
  /** The opening of the shell, drawn in ink; not drawn for an open helmet. */
  port: string
  isOpen?: true
  glass: string
  /** Shapes below the shell: the head in an open helmet. */
  behind: readonly Shape[]
  /** Vents, spoiler, peak, pivot. */
  details: readonly Shape[]
}

const INK = '#0b0b0e'
const VENT = '#15151a'

const pivot = (x: number, y: number, r: number, inner: number): readonly Shape[] => [
  { d: circle(x, y, r), ink: '#33333d' },
  { d: circle(x, y, inner), ink: '#8b8b97', isFine: true },
]

export const HELMETS = {
  classic: {
    shell:
      'M58 132C58 70 104 24 166 24c60 0 98 38 102 96 2 30 1 56-8 80-6 15-17 23-33 23h-63c-12 0-19-4-25-12l-9-12c-4-4-8-5-14-5h-14C76 194 58 172 58 132Z',
    port: 'M164 84h94c6 0 9 3 10 9 3 15 4 31 2 46-1 7-4 10-11 10h-76c-20 0-32-10-34-28-1-10-1-20 2-28 2-6 6-9 13-9Z',
    glass: 'M168 91h89c3 0 5 2 5 5 3 13 3 27 2 40 0 4-2 6-6 6h-74c-16 0-26-8-27-22-1-8-1-15 1-21 1-5 5-8 10-8Z',
    behind: [],
    details: [...pivot(161, 118, 8, 3.5), { d: 'M228 178h30M226 188h30', ink: INK, opacity: 0.5, width: 4 }],
  },
  modern: {
    shell:
      'M60 138C60 74 106 26 170 26c54 0 90 30 96 78l5 36c1 8-2 14-8 16l-3 42c-1 16-11 25-27 25h-58c-11 0-18-4-24-12l-9-12H96c-22 0-36-22-36-61Z',
    port: 'M152 92l105-5c4 0 6 2 7 6l8 44c1 8-3 13-12 13l-82 3c-16 0-27-7-31-21l-6-19c-4-13-1-21 11-21Z',
    glass: 'M156 99l98-5c3 0 5 2 5 4l6 36c1 5-1 8-6 8l-80 3c-13 0-21-5-24-15l-6-17c-3-9-1-14 7-14Z',
    behind: [],
    details: [
      { d: 'M100 48l34-14 8 5-32 17z', ink: VENT },
      { d: 'M216 172l44-4-2 14-38 4zM222 192l34-3-2 12-28 2z', ink: VENT, opacity: 0.85 },
      { d: 'M62 150c0 20 4 34 12 42l22-2-6-24z', ink: VENT, opacity: 0.35 },
      ...pivot(163, 124, 9, 4),
    ],
  },
  retro: {
    shell:
      'M56 130C56 66 104 22 164 22c58 0 96 36 102 88l2 34 4 34c3 26-8 44-32 44h-76c-13 0-20-5-25-14l-7-14H112c-36 0-56-26-56-64Z',
    port: 'M166 98h94c6 0 8 3 8 8v32c0 6-3 9-9 9h-86c-14 0-23-9-23-24s6-25 16-25Z',
    glass: 'M170 105h87c3 0 4 1 4 4v27c0 3-2 4-5 4h-80c-11 0-18-6-18-17s5-18 12-18Z',
    behind: [],
    details: [
      { d: 'M160 88c30-10 72-12 118-4 4 1 5 5 2 8l-8 7H160z', ink: VENT },
      { d: circle(172, 94, 3.4) + circle(212, 91, 3.4) + circle(252, 93, 3.4), ink: '#c5cad3' },
      { d: 'M228 168v36M240 168v36M252 168v34', ink: INK, opacity: 0.7, width: 5, cap: 'round' },
    ],
  },
  aero: {
    shell:
      'M30 118c22-4 34-14 48-34C98 52 130 28 172 28c52 0 88 30 95 76l5 34c1 8-1 13-7 16l3 44c0 16-10 25-26 25h-66c-11 0-18-5-24-12l-8-13H98c-24 0-36-18-40-46-2-14-12-20-28-24Z',
    port: 'M158 96l98-8c5 0 7 2 8 6l9 40c1 8-3 12-11 13l-86 6c-14 1-24-6-28-18l-4-17c-3-13 2-21 14-22Z',
    glass: 'M162 103l91-7c3 0 5 1 6 4l7 33c0 4-2 7-6 7l-84 6c-11 1-18-4-21-13l-4-14c-2-9 2-15 11-16Z',
    behind: [],
    details: [
      { d: 'M26 106l62-30 6 12-46 30-24 2z', ink: VENT },
      { d: 'M132 36c18-8 40-10 62-6l-4 9c-18-3-36-2-50 4z', ink: VENT, opacity: 0.85 },
      { d: 'M222 176l50-6 4 12-52 8zM224 200l44-2-4 12-36 2z', ink: VENT, opacity: 0.85 },
      ...pivot(170, 126, 9, 4),
    ],
  },
  'open-face': {
    shell:
      'M58 136C58 72 104 24 168 24c54 0 88 32 94 78l-84 8c-6 1-9 5-8 12l8 58c2 18-10 30-30 30h-36c-36 0-54-28-54-74Z',
    port: 'M172 96l88-4c4 0 6 2 7 6l5 34c1 12-6 20-20 21l-72 4c-6 0-8-3-9-8l-6-41c-1-8 1-11 7-12Z',
    isOpen: true,
    glass: 'M174 100l84-4c3 0 4 1 5 4l5 33c0 9-5 14-15 15l-66 4c-5 0-6-2-7-6l-6-37c-1-6 0-9 0-9Z',
    behind: [
      {
        d: 'M150 92h104c8 12 10 24 11 36l11 20c2 5 0 8-5 9l-6 1c1 8 0 12-4 15 3 5 2 10-2 13 2 20-8 30-28 30h-57c-14 0-24-10-24-30z',
        ink: '#26262d',
      },
      { d: 'M170 104h88c5 8 7 17 8 27l10 18c1 3 0 5-3 5h-10l-6-12-84 4z', ink: '#8b8b97' },
    ],
    details: [
      { d: 'M158 84c34-8 74-8 112 0 4 1 5 5 2 8l-6 6-104 6z', ink: VENT },
      ...pivot(166, 120, 9, 4),
      { d: 'M172 172c10 22 30 38 62 44', ink: VENT, width: 9, cap: 'round' },
    ],
  },
  'full-face': {
    shell:
      'M56 136C56 72 104 24 168 24c56 0 92 32 98 82l4 26 12 46c4 16 1 28-10 36-8 6-18 9-30 9h-76c-13 0-21-5-26-13l-8-14h-24C74 196 56 172 56 136Z',
    port: 'M170 104l88-6c5 0 8 2 9 7l4 24c1 6-2 10-8 10l-84 7c-12 1-20-5-22-16v-6c-1-12 3-19 13-20Z',
    glass: 'M174 110l82-5c3 0 4 1 5 4l4 19c0 3-1 5-5 5l-82 6c-9 1-15-3-16-11v-4c-1-9 4-13 12-14Z',
    behind: [],
    details: [
      { d: 'M120 36c20-10 44-12 66-7l-2 10c-18-4-38-2-54 5z', ink: VENT },
      {
        d: 'M228 160l44-6 4 12-46 6zM230 180l50-5 2 12-50 5zM232 200l46-4-6 11-38 4z',
        ink: VENT,
        opacity: 0.88,
      },
      { d: 'M150 160l30-4 10 40-34 6z', ink: VENT, opacity: 0.28 },
      ...pivot(172, 124, 8, 3.5),
    ],
  },
} as const satisfies Record<string, Helmet>

/** Drawn on every shell, over the pattern: two shades, and a light from above. */
export const SHADES: readonly Shape[] = [
  { d: 'M40 150c10 46 40 50 90 46l30 40H20V120z', ink: '#000000', opacity: 0.22 },
  { d: 'M120 230h160v-22c-50 8-100 8-144-4z', ink: '#000000', opacity: 0.2 },
  {
    d: 'M84 96c12-34 42-56 84-58 20-1 38 3 52 10-26-6-50-4-72 5-28 10-48 26-64 43Z',
    ink: '#ffffff',
    opacity: 0.22,
  },
]
