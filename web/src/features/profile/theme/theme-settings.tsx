import { Badge, Button, SegmentedControl } from '@mantine/core'
import type { Theme, User } from '@purple-sector/contracts/identity/http'
import { IconReload } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { AsyncButton } from '../../../ui/controls/async-button.tsx'
import { Panel, type PanelProps } from '../../../ui/layout/panel.tsx'
import { previewTheme } from './apply-theme.ts'
import { hexOf } from './colour.ts'
import { ColourSliders } from './colour-sliders.tsx'
import { FIRST_COLOURS, PRESETS, RESET_COLOURS } from './presets.ts'
import { useSaveTheme } from './save-theme.ts'
import { blueOf, orangeOf } from './theme-colours.ts'
import { MODES, type Mode } from './theme-labels.ts'
import { type Previewed, ThemePreview } from './theme-preview.tsx'
import classes from './theme-settings.module.css'

const ORDER: readonly Mode[] = ['light', 'dark', 'system', 'custom']
const OPTIONS = ORDER.map((value) => {
  const { name, icon } = MODES[value]
  return {
    value,
    label: (
      <>
        <Icon icon={icon} size={16} />
        {name}
      </>
    ),
  }
})

type Whose = Previewed & Pick<User, 'theme'>
type Settings = { mode: Mode; custom: NonNullable<Theme['custom']> }

const settingsOf = (theme: Theme | null): Settings => ({
  mode: theme?.mode ?? 'system',
  custom: theme?.custom ?? FIRST_COLOURS,
})

/** Compares settings including colours, which matter even when the mode hides them. */
const isSame = (a: Settings, b: Settings): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Theme settings: the mode, and the two colours of a custom theme. A choice is previewed on the whole page at once, and
 * dropped when the page is left unsaved. A choice made elsewhere meanwhile, also in another browser, replaces it.
 */
export const ThemeSettings = ({
  user,
  ...panel
}: { user: Whose } & Pick<PanelProps, 'span' | 'single' | 'className'>) => {
  const saved = settingsOf(user.theme)
  const [tried, setTried] = useState<Settings>()
  const visible = tried ?? saved
  const isDirty = tried !== undefined && !isSame(tried, saved)
  const save = useSaveTheme()

  const savedAs = JSON.stringify(user.theme)
  // biome-ignore lint/correctness/useExhaustiveDependencies: depends on the saved theme only
  useEffect(() => setTried(undefined), [savedAs])
  useEffect(() => previewTheme(tried), [tried])
  useEffect(() => () => previewTheme(undefined), [])

  const pickColours = (custom: Settings['custom']) => setTried({ mode: 'custom', custom })

  return (
    <Panel
      {...panel}
      title="Theme Settings"
      adornment={isDirty && <Badge variant="yellow">Not saved</Badge>}
      actions={
        <Button
          variant="quiet"
          size="sm"
          leftSection={<Icon icon={IconReload} size={16} />}
          onClick={() => pickColours(RESET_COLOURS)}
        >
          Reset
        </Button>
      }
      footer={
        <>
          <Button variant="outline" disabled={!isDirty || save.isPending} onClick={() => setTried(undefined)}>
            Cancel
          </Button>
          <AsyncButton disabled={!isDirty} loading={save.isPending} onClick={() => save.mutate(visible)}>
            {save.isPending ? 'Saving...' : 'Save theme'}
          </AsyncButton>
        </>
      }
    >
      <SegmentedControl
        aria-label="Theme"
        data={OPTIONS}
        value={visible.mode}
        onChange={(mode) => setTried({ ...visible, mode })}
        fullWidth
        className={classes.modes}
      />
      <ul className={classes.presets}>
        {PRESETS.map(({ name, custom }) => (
          <li key={name}>
            <button
              type="button"
              aria-pressed={isSame(visible, { mode: 'custom', custom })}
              onClick={() => pickColours(custom)}
            >
              <i style={{ background: hexOf(blueOf(custom)) }} />
              <i style={{ background: hexOf(orangeOf(custom)) }} />
              <span className="ps-clip">{name}</span>
            </button>
          </li>
        ))}
      </ul>
      <div className={classes.columns}>
        <div>
          <ColourSliders
            baseColour="blue"
            title="Blue"
            use="buttons and the active tab"
            custom={visible.custom}
            onChange={pickColours}
          />
          <ColourSliders
            baseColour="orange"
            title="Orange"
            use="focus and your own row"
            custom={visible.custom}
            onChange={pickColours}
          />
        </div>
        <ThemePreview user={user} />
      </div>
    </Panel>
  )
}
