/**
 * Background colours in both schemes. The theme's tokens use them, and custom colours are checked for contrast against
 * them.
 */
export const GROUNDS = {
  dark: {
    bg: '#0b0b0e',
    sunken: '#070709',
    field: '#070709',
    panel: '#121216',
    raised: '#19191e',
    overlay: '#1c1c22',
    hover: '#1b1b21',
    own: '#30303a',
    bubble: '#1d1d23',
  },
  light: {
    bg: '#f1f1f4',
    sunken: '#e8e8ec',
    field: '#ffffff',
    panel: '#ffffff',
    raised: '#f7f7f9',
    overlay: '#ffffff',
    hover: '#f4f4f7',
    own: '#dadae2',
    bubble: '#eeeef2',
  },
} as const
