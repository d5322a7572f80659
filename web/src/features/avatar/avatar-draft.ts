import type { AvatarConfig } from '@purple-sector/contracts/common'
import { type AvatarAppearance, avatarAppearance } from '@purple-sector/contracts/racing-avatar/appearance'
import { CUSTOM_TEAM, type Legend, TEAMS, type Team } from './presets.ts'

/** An avatar while it is built: the number as it is typed. */
export type AvatarDraft = AvatarAppearance & { team: string }

const teamName = (text: string | undefined): string => TEAMS.find(({ name }) => name === text)?.name ?? CUSTOM_TEAM

/** What the builder begins with. */
export const draftOf = (config: AvatarConfig | null): AvatarDraft => ({
  ...avatarAppearance(config ?? {}),
  team: teamName(config?.team),
})

/** What is stored of it: exactly what the preview shows. */
export const configOf = ({ team, ...look }: AvatarDraft): AvatarConfig => ({ ...avatarAppearance(look), team })

export const isSameAvatar = (one: AvatarDraft, other: AvatarDraft): boolean =>
  JSON.stringify(configOf(one)) === JSON.stringify(configOf(other))

/** A team gives helmet and suit its two colours; of one's own team they stay as they are. */
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

/** A legend replaces all your settings. */
export const withLegend = ({ look }: Legend): AvatarDraft => ({ ...look, team: CUSTOM_TEAM })

export const isLegend = (draft: AvatarDraft, legend: Legend): boolean =>
  isSameAvatar({ ...draft, team: CUSTOM_TEAM }, withLegend(legend))
