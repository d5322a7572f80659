import { Badge, Box, Button, Flex, SegmentedControl } from '@mantine/core'
import type { CustomTheme, Theme, User } from '@purple-sector/contracts/identity/http'
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
import { Stripe } from './stripe.tsx'
import { blueOf, orangeOf } from './theme-colours.ts'
import { MODES, type Mode } from './theme-labels.ts'
import { type Previewed, ThemePreview } from './theme-preview.tsx'

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

/** Four modes with their icons fit on a phone. */
const NARROW = { label: { paddingInline: 2 }, innerLabel: { gap: 6 } }
const SHRINKING = { label: { minWidth: 0 } }
const CHOSEN = { borderColor: 'var(--ps-ink)', boxShadow: 'inset 0 0 0 1px var(--ps-ink)' }

type PresetProps = { name: string; custom: CustomTheme; isOn: boolean; onClick(): void }

const Preset = ({ name, custom, isOn, onClick }: PresetProps) => (
  <Button
    variant="outline"
    fullWidth
    justify="flex-start"
    h={44}
    px={10}
    fz={12.5}
    fw={400}
    leftSection={
      <Flex component="span" gap={4}>
        <Stripe colour={hexOf(blueOf(custom))} />
        <Stripe colour={hexOf(orangeOf(custom))} />
      </Flex>
    }
    style={isOn ? CHOSEN : undefined}
    styles={SHRINKING}
    aria-pressed={isOn}
    onClick={onClick}
  >
    <span className="ps-clip">{name}</span>
  </Button>
)

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
        styles={NARROW}
      />
      <Flex component="ul" wrap={{ base: 'wrap', sm: 'nowrap' }} gap={8} mt={12}>
        {PRESETS.map(({ name, custom }) => (
          <Box key={name} component="li" flex={{ base: '1 1 40%', sm: '1 1 0' }} miw={0}>
            <Preset
              name={name}
              custom={custom}
              isOn={isSame(visible, { mode: 'custom', custom })}
              onClick={() => pickColours(custom)}
            />
          </Box>
        ))}
      </Flex>
      <Flex
        direction={{ base: 'column-reverse', sm: 'row' }}
        align={{ base: 'stretch', sm: 'flex-start' }}
        gap={{ base: 16, sm: 20, lg: 28 }}
        mt={{ base: 14, sm: 18 }}
      >
        <Box flex="1 1 auto" miw={0}>
          <ColourSliders
            baseColour="blue"
            title="Blue"
            use="buttons and the active tab"
            custom={visible.custom}
            onChange={pickColours}
          />
          <Box className="ps-above" mt={16} pt={16}>
            <ColourSliders
              baseColour="orange"
              title="Orange"
              use="focus and your own row"
              custom={visible.custom}
              onChange={pickColours}
            />
          </Box>
        </Box>
        <Box flex="none" w={{ base: '100%', sm: 260, lg: 290 }}>
          <ThemePreview user={user} />
        </Box>
      </Flex>
    </Panel>
  )
}
