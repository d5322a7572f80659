import type { AvatarConfig } from '@purple-sector/contracts/common'
import { type AvatarAppearance, avatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'
import { CUSTOM_TEAM, type Legend, TEAMS, type Team } from './presets.ts'

/** An avatar while it is edited, with the number as typed. */
export type AvatarDraft = AvatarAppearance & { team: string }

const teamName = (text: string | undefined): string => TEAMS.find(({ name }) => name === text)?.name ?? CUSTOM_TEAM

/** Returns the draft that the builder starts with. */
export const draftOf = (config: AvatarConfig | null): AvatarDraft => ({
  ...avatarAppearance(config ?? {}),
  team: teamName(config?.team),
})

/** Returns the config that is stored: exactly what the preview shows. */
export const configOf = ({ team, ...appearance }: AvatarDraft): AvatarConfig => ({
  ...avatarAppearance(appearance),
  team,
})

export const isSameAvatar = (a: AvatarDraft, b: AvatarDraft): boolean =>
  JSON.stringify(configOf(a)) === JSON.stringify(configOf(b))

/** Applies a team: sets the two colours of helmet and suit; a custom team keeps the current ones. */
export const withTeam = (draft: AvatarDraft, { name, colours }: Team): AvatarDraft => {
  if (colours === null) return { ...draft, team: name }
  const [ground, trim] = colours
  return {
    ...draft,
    team: name,
    helmetColor: ground,
    suitColor: ground,
    primaryColor: trim,
    secondaryColor: trim,
  }
}

/** Applies a legend, which replaces every setting. */
export const withLegend = ({ appearance }: Legend): AvatarDraft => ({ ...appearance, team: CUSTOM_TEAM })

export const isLegend = (draft: AvatarDraft, legend: Legend): boolean =>
  isSameAvatar({ ...draft, team: CUSTOM_TEAM }, withLegend(legend))
