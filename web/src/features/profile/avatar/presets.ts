import type { AvatarAppearance, Colour } from '@purple-sector/contracts/racing-avatar/appearance'

export const CUSTOM_TEAM = 'Custom Team'

/** `colours` are those of ground and stripes; null for a custom team, which keeps the selected ones. */
export type Team = { name: string; colours: readonly [Colour, Colour] | null }

export const TEAMS: readonly Team[] = [
  { name: CUSTOM_TEAM, colours: null },
  { name: 'Brightline Racing', colours: ['#1e66ff', '#f4f4f7'] },
  { name: 'Southgate Racing', colours: ['#d9202b', '#15151a'] },
  { name: 'Halfmoon Motorsport', colours: ['#15151a', '#ffd326'] },
  { name: 'Tarmac Lab', colours: ['#01a65a', '#f4f4f7'] },
  { name: 'Northline Autosport', colours: ['#16307a', '#19b7c9'] },
  { name: 'Coastline Racing', colours: ['#19b7c9', '#f4f4f7'] },
  { name: 'Redgum Racing', colours: ['#8c2f1b', '#ffd326'] },
  { name: 'Saltbush Racing', colours: ['#8aa36b', '#15151a'] },
  { name: 'Big Rig Performance', colours: ['#ff7a1a', '#15151a'] },
  { name: 'Coastline GT', colours: ['#f4f4f7', '#19b7c9'] },
  { name: 'Gumnut Classics', colours: ['#f0e6cf', '#01573a'] },
]

export type Legend = { name: string; appearance: AvatarAppearance }

export const LEGENDS: readonly Legend[] = [
  {
    name: 'Mountain Man 1974',
    appearance: {
      helmet: 'retro',
      helmetColor: '#f4f4f7',
      visor: 'tinted',
      suit: 'vintage',
      suitColor: '#f0e6cf',
      primaryColor: '#d9202b',
      secondaryColor: '#16307a',
      pattern: 'stripes',
      number: '5',
    },
  },
  {
    name: 'Night Shift 1986',
    appearance: {
      helmet: 'full-face',
      helmetColor: '#15151a',
      visor: 'tinted',
      suit: 'sponsor',
      suitColor: '#2b2b33',
      primaryColor: '#ffd326',
      secondaryColor: '#f4f4f7',
      pattern: 'lightning',
      number: '86',
    },
  },
  {
    name: 'King of Turn 2',
    appearance: {
      helmet: 'classic',
      helmetColor: '#01a65a',
      visor: 'tinted',
      suit: 'racing',
      suitColor: '#01573a',
      primaryColor: '#ffd326',
      secondaryColor: '#f4f4f7',
      pattern: 'chevron',
      number: '2',
    },
  },
  {
    name: 'Wet Weather Queen',
    appearance: {
      helmet: 'aero',
      helmetColor: '#1e66ff',
      visor: 'tinted',
      suit: 'professional',
      suitColor: '#16307a',
      primaryColor: '#19b7c9',
      secondaryColor: '#f4f4f7',
      pattern: 'flames',
      number: '77',
    },
  },
]
