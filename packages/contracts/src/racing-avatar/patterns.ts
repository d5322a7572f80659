import type { Shape } from './shape.ts'

const SLANT = 'skewX(-18)'
const BOLT = 'M300 26L148 60l26 22-104 26 36 22-62 46 128-40-32-22 92-26-26-22 94-22z'

/** Patterns by name. They cover the whole frame and are clipped by the shell, so that each fits every helmet. */
export const PATTERNS = {
  solid: [],
  stripes: [
    { d: 'M108 0h22v320h-22zM144 0h22v320h-22z', ink: 'primary', transform: SLANT },
    { d: 'M180 0h10v320h-10z', ink: 'secondary', transform: SLANT },
  ],
  chevron: [
    { d: 'M70 6l72 112-72 112', ink: 'primary', width: 24 },
    { d: 'M24 6l72 112-72 112', ink: 'secondary', width: 24 },
    { d: 'M116 6l72 112-72 112', ink: 'primary', width: 8 },
  ],
  flames: [
    {
      d: 'M290 40C236 34 186 40 150 62c18-2 30 0 40 5-42-2-78 12-102 42 18-9 34-12 50-9-34 10-58 32-70 62 20-18 40-26 62-25-20 11-32 27-36 47 26-28 60-40 102-32l94 10z',
      ink: 'primary',
    },
    {
      d: 'M290 66c-46-6-86 0-116 20 14-2 26 0 34 4-34 2-62 16-82 40 18-8 34-10 48-6-26 8-44 22-54 42 34-20 74-26 116-18l54 4z',
      ink: 'secondary',
    },
  ],
  checkered: [
    {
      d: 'M20 10h180c-30 16-46 42-50 76-3 28 2 52 14 68l-24 42H20z',
      ink: 'primary',
      tile: {
        size: 36,
        transform: 'skewX(-14) translate(4 2)',
        shapes: [{ d: 'M0 0h18v18H0zM18 18h18v18H18z', ink: 'primary' }],
      },
    },
  ],
  'racing-stripes': [
    { d: 'M74 176C66 96 112 50 172 50c40 0 70 14 92 38', ink: 'primary', width: 26 },
    { d: 'M98 180c-8-64 26-104 76-104 34 0 62 10 84 28', ink: 'secondary', width: 8 },
  ],
  'carbon-fiber': [
    {
      d: 'M0 0h320v320H0z',
      ink: '#24242a',
      tile: {
        size: 16,
        isFine: true,
        transform: 'rotate(-12)',
        shapes: [
          { d: 'M0 0h16v16H0z', ink: '#1a1a1f' },
          { d: 'M0 0h8v8H0zM8 8h8v8H8z', ink: '#2c2c34' },
          { d: 'M0 0h8v2H0zM8 8h8v2H8z', ink: '#3a3a44' },
        ],
      },
    },
    { d: 'M40 138h130l18 14H50z', ink: 'primary' },
    { d: 'M46 160h136l10 7H52z', ink: 'secondary' },
  ],
  lightning: [
    { d: BOLT, ink: 'secondary', transform: 'translate(5 9)' },
    { d: BOLT, ink: 'primary' },
  ],
} as const satisfies Record<string, readonly Shape[]>
