import { Text } from '@mantine/core'
import { RacingAvatar } from '../../../ui/racing-avatar/racing-avatar.tsx'
import { type AvatarDraft, isLegend, withLegend, withTeam } from './avatar-draft.ts'
import { Choices } from './choices.tsx'
import { LEGENDS, TEAMS } from './presets.ts'

type Props = { draft: AvatarDraft; onBecome(draft: AvatarDraft): void }

const Hint = ({ children }: { children: string }) => (
  <Text variant="note" mt={10}>
    {children}
  </Text>
)

export const TeamsTab = ({ draft, onBecome }: Props) => (
  <>
    <Choices
      label="Team"
      layout="teams"
      value={draft.team}
      choices={TEAMS.map((team) => ({
        value: team.name,
        // Stripes show both colours of a team, whatever pattern is selected.
        drawing: <RacingAvatar config={{ ...withTeam(draft, team), pattern: 'stripes' }} />,
      }))}
      onChange={(name) => {
        const team = TEAMS.find((candidate) => candidate.name === name)
        if (team) onBecome(withTeam(draft, team))
      }}
    />
    <Hint>A team gives you its two colours on helmet and suit. Fine-tune them under Colors.</Hint>
  </>
)

export const LegendsTab = ({ draft, onBecome }: Props) => (
  <>
    <Choices
      label="Legend"
      layout="legends"
      value={LEGENDS.find((legend) => isLegend(draft, legend))?.name ?? null}
      choices={LEGENDS.map(({ name, appearance }) => ({
        value: name,
        drawing: <RacingAvatar config={appearance} crop="bust" />,
      }))}
      onChange={(name) => {
        const legend = LEGENDS.find((candidate) => candidate.name === name)
        if (legend) onBecome(withLegend(legend))
      }}
    />
    <Hint>A legend replaces all your settings.</Hint>
  </>
)
