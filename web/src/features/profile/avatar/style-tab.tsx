import { SegmentedControl, TextInput } from '@mantine/core'
import { HELMET_NAMES, PATTERN_NAMES, SUIT_NAMES } from '@purple-sector/contracts/racing-avatar/appearance'
import { RacingAvatar } from '../../../ui/racing-avatar/racing-avatar.tsx'
import { valueLabel } from '../../../ui/time/format.ts'
import type { AvatarDraft } from './avatar-draft.ts'
import { Choices } from './choices.tsx'
import classes from './style-tab.module.css'

const VISORS = [
  { value: 'tinted', label: 'Tinted' },
  { value: 'clear', label: 'Clear' },
] as const

type Props = { draft: AvatarDraft; onChange(change: Partial<AvatarDraft>): void }

/** Helmet, pattern and suit, each drawn in the selected colours; visor and number. */
export const StyleTab = ({ draft, onChange }: Props) => (
  <>
    <h3 className="ps-label">Helmet</h3>
    <Choices
      label="Helmet"
      layout="helmets"
      value={draft.helmet}
      choices={HELMET_NAMES.map((helmet) => ({
        value: helmet,
        label: valueLabel(helmet),
        drawing: <RacingAvatar config={{ ...draft, helmet, pattern: 'solid' }} />,
      }))}
      onChange={(helmet) => onChange({ helmet })}
      className={classes.choices}
    />
    <h3 className="ps-label">Pattern</h3>
    <Choices
      label="Pattern"
      layout="patterns"
      value={draft.pattern}
      choices={PATTERN_NAMES.map((pattern) => ({
        value: pattern,
        label: valueLabel(pattern),
        drawing: <RacingAvatar config={{ ...draft, pattern }} />,
      }))}
      onChange={(pattern) => onChange({ pattern })}
      className={classes.choices}
    />
    <h3 className="ps-label">Suit</h3>
    <Choices
      label="Suit"
      layout="suits"
      value={draft.suit}
      choices={SUIT_NAMES.map((suit) => ({
        value: suit,
        label: valueLabel(suit),
        drawing: <RacingAvatar config={{ ...draft, suit }} crop="suit" />,
      }))}
      onChange={(suit) => onChange({ suit })}
      className={classes.choices}
    />
    <div className={classes.more}>
      <div>
        <span className="ps-field-label">Visor</span>
        <SegmentedControl
          aria-label="Visor"
          data={[...VISORS]}
          value={draft.visor}
          onChange={(visor) => onChange({ visor })}
          fullWidth
          className={classes.visor}
        />
      </div>
      <TextInput
        label="Racing number"
        placeholder="1-999"
        maxLength={3}
        inputMode="numeric"
        autoComplete="off"
        value={draft.number}
        onChange={({ target }) => onChange({ number: target.value })}
      />
      <p className={classes.hint}>1–999, up to 3 characters. It goes on your suit.</p>
    </div>
  </>
)
