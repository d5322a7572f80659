import type { CSSVariablesResolver } from '@mantine/core'
import { GROUNDS } from '../../features/profile/theme/grounds.ts'

type Tokens = Record<`--ps-${string}`, string>

/** Tokens common to both schemes: type, corners, motion, and the header, which is always asphalt. */
const constant: Tokens = {
  '--ps-font-text': "'Geist Variable', 'Geist Fallback', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif",
  '--ps-font-display': "'Archivo Variable', 'Archivo Fallback', 'Arial Narrow', Arial, sans-serif",
  '--ps-r-xs': '2px',
  '--ps-r-sm': '3px',
  '--ps-r-md': '5px',
  '--ps-r-lg': '8px',
  '--ps-r-xl': '12px',
  '--ps-ease-out': 'cubic-bezier(0.2, 0.8, 0.2, 1)',
  '--ps-ease-swap': 'cubic-bezier(0.65, 0, 0.2, 1)',
  '--ps-mast': '#070709',
  '--ps-mast-line': '#23232a',
  '--ps-mast-control': '#2e2e37',
  '--ps-mast-field': '#0f0f13',
  '--ps-mast-ink': '#f4f4f7',
  '--ps-mast-ink-2': '#a6a6b0',
  '--ps-mast-green': '#0bd875',
  '--ps-mast-yellow': '#ffd326',
  '--ps-mark-1': '#4a4a55',
  '--ps-mark-2': '#8b8b97',
  '--ps-sec-purple': '#b850ff',
  '--ps-sec-green': '#01bd65',
  '--ps-sec-yellow': '#ffd326',
  '--ps-sec-red': '#fd3f3f',
  '--ps-on-yellow': '#191400',
  '--ps-run': '#e31d29',
  '--ps-on-run': '#ffffff',
  '--ps-invite': '#a424ed',
  '--ps-on-invite': '#ffffff',
  '--ps-qr': '#0b0b0e',
  '--ps-qr-ground': '#ffffff',
}

const groundsOf = (scheme: keyof typeof GROUNDS): Tokens =>
  Object.fromEntries(Object.entries(GROUNDS[scheme]).map(([name, colour]) => [`--ps-${name}`, colour]))

/** Ink, unless the user's theme has its own colours (`features/profile/theme/theme-colours.ts`). */
const linesOf = (scheme: keyof typeof GROUNDS): Tokens => ({
  '--ps-tab': `var(--theme-tab-${scheme}, var(--ps-ink))`,
  '--ps-focus': `var(--theme-focus-${scheme}, var(--ps-ink))`,
  '--ps-me': `var(--theme-me-${scheme}, var(--ps-ink))`,
})

const dark: Tokens = {
  ...groundsOf('dark'),
  ...linesOf('dark'),
  '--ps-line': '#26262d',
  '--ps-line-2': '#41414c',
  '--ps-control': '#666672',
  '--ps-ink': '#f4f4f7',
  '--ps-ink-2': '#b0b0ba',
  '--ps-ink-3': '#888893',
  '--ps-purple': '#b850ff',
  '--ps-purple-ink': '#c784fe',
  '--ps-purple-wash': 'rgba(184, 80, 255, 0.14)',
  '--ps-green': '#01bd65',
  '--ps-green-ink': '#0bd875',
  '--ps-green-wash': 'rgba(1, 189, 101, 0.13)',
  '--ps-yellow': '#ffd326',
  '--ps-yellow-ink': '#ffd326',
  '--ps-yellow-wash': 'rgba(255, 211, 38, 0.11)',
  '--ps-red': '#fd3f3f',
  '--ps-red-ink': '#ff756c',
  '--ps-red-wash': 'rgba(253, 63, 63, 0.13)',
  '--ps-action': 'var(--mantine-color-action-filled)',
  '--ps-on-action': 'var(--theme-on-action, #0b0b0e)',
  '--ps-live': '#01bd65',
  '--ps-on-live': '#04140b',
  '--ps-urgent-digits': '#ffd326',
  '--ps-knob': '#f4f4f7',
  '--ps-knob-on': '#ffffff',
  '--ps-plate': '#f4f4f7',
  '--ps-on-plate': '#0b0b0e',
  '--ps-segment-on': '#26262d',
  '--ps-av': '#23232a',
  '--ps-av-line': 'rgba(255, 255, 255, 0.32)',
  '--ps-track': '#1a1a20',
  '--ps-track-kerb': '#3a3a44',
  '--ps-gold': '#e3b341',
  '--ps-silver': '#c5cad3',
  '--ps-bronze': '#cf8a55',
  '--ps-scrim': 'rgba(4, 4, 6, 0.72)',
  '--ps-shadow-pop':
    '0 1px 0 rgba(255, 255, 255, 0.05) inset, 0 12px 32px rgba(0, 0, 0, 0.6), 0 2px 6px rgba(0, 0, 0, 0.5)',
  '--ps-lift': 'inset 0 1px 0 rgba(255, 255, 255, 0.035)',
}

const light: Tokens = {
  ...groundsOf('light'),
  ...linesOf('light'),
  '--ps-line': '#dedee3',
  '--ps-line-2': '#b4b4bd',
  '--ps-control': '#85858f',
  '--ps-ink': '#111115',
  '--ps-ink-2': '#4a4a53',
  '--ps-ink-3': '#66666f',
  '--ps-purple': '#a424ed',
  '--ps-purple-ink': '#8600c7',
  '--ps-purple-wash': 'rgba(164, 36, 237, 0.09)',
  '--ps-green': '#029951',
  '--ps-green-ink': '#00753d',
  '--ps-green-wash': 'rgba(2, 153, 81, 0.1)',
  '--ps-yellow': '#b38a00',
  '--ps-yellow-ink': '#776104',
  '--ps-yellow-wash': 'rgba(255, 211, 38, 0.24)',
  '--ps-red': '#e31d29',
  '--ps-red-ink': '#bb151f',
  '--ps-red-wash': 'rgba(227, 29, 41, 0.08)',
  '--ps-action': 'var(--mantine-color-action-filled)',
  '--ps-on-action': 'var(--theme-on-action, #ffffff)',
  '--ps-live': '#00793f',
  '--ps-on-live': '#ffffff',
  '--ps-urgent-digits': '#111115',
  '--ps-knob': '#ffffff',
  '--ps-knob-on': '#ffffff',
  '--ps-plate': '#111115',
  '--ps-on-plate': '#ffffff',
  '--ps-segment-on': '#ffffff',
  '--ps-av': '#e6e6eb',
  '--ps-av-line': 'rgba(17, 17, 21, 0.34)',
  '--ps-track': '#17171b',
  '--ps-track-kerb': '#8d8d97',
  '--ps-gold': '#8a6400',
  '--ps-silver': '#646b77',
  '--ps-bronze': '#9a5226',
  '--ps-scrim': 'rgba(17, 17, 21, 0.46)',
  '--ps-shadow-pop': '0 12px 32px rgba(17, 17, 21, 0.16), 0 2px 6px rgba(17, 17, 21, 0.1)',
  '--ps-lift': 'none',
}

/** Mantine's tokens mapped to ours. */
const mantine = {
  '--mantine-color-action-contrast': 'var(--ps-on-action)',
  '--mantine-color-action-text': 'var(--ps-ink)',
  '--mantine-primary-color-contrast': 'var(--ps-on-action)',
  '--mantine-color-body': 'var(--ps-bg)',
  '--mantine-color-text': 'var(--ps-ink)',
  '--mantine-color-bright': 'var(--ps-ink)',
  '--mantine-color-anchor': 'var(--ps-ink)',
  '--mantine-color-dimmed': 'var(--ps-ink-2)',
  '--mantine-color-placeholder': 'var(--ps-ink-3)',
  '--mantine-color-default': 'var(--ps-panel)',
  '--mantine-color-default-color': 'var(--ps-ink)',
  '--mantine-color-default-hover': 'var(--ps-hover)',
  '--mantine-color-default-border': 'var(--ps-control)',
  '--mantine-color-error': 'var(--ps-red-ink)',
  '--mantine-color-success': 'var(--ps-green-ink)',
  '--mantine-color-disabled': 'var(--ps-raised)',
  '--mantine-color-disabled-color': 'var(--ps-ink-3)',
  '--mantine-color-disabled-border': 'var(--ps-line)',
}

/** Buttons: these shades of the scale (`primaryShade` and the next), unless the user's theme has a colour for them. */
const action = (shade: number) => ({
  '--mantine-color-action-filled': `var(--theme-action, var(--mantine-color-action-${shade}))`,
  '--mantine-color-action-filled-hover': `var(--theme-action-hover, var(--mantine-color-action-${shade + 1}))`,
})

/** The semantic tokens `--ps-*` of both schemes. Only the theme names colours. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: constant,
  dark: { ...dark, ...mantine, ...action(5) },
  light: { ...light, ...mantine, ...action(6) },
})
