import { Box, Flex, Text } from '@mantine/core'
import type { CustomTheme } from '@purple-sector/contracts/identity/http'
import { useId } from 'react'
import { Slider } from '../../../ui/controls/slider.tsx'
import { type Hsl, hexOf } from './colour.ts'
import { Stripe } from './stripe.tsx'

type Props = {
  /** Prefix of its fields in the custom theme: `blueHue`, … */
  baseColour: 'blue' | 'orange'
  title: string
  use: string
  custom: CustomTheme
  onChange(custom: CustomTheme): void
}

const PARTS = [
  { part: 'hue', label: 'Hue', min: 0, max: 360, sign: '°', unit: 'degrees' },
  { part: 'saturation', label: 'Saturation', min: 0, max: 100, sign: '%', unit: 'percent' },
  { part: 'lightness', label: 'Lightness', min: 10, max: 90, sign: '%', unit: 'percent' },
] as const

const FIELDS = {
  blue: { hue: 'blueHue', saturation: 'blueSaturation', lightness: 'blueLightness' },
  orange: { hue: 'orangeHue', saturation: 'orangeSaturation', lightness: 'orangeLightness' },
} as const satisfies Record<string, Record<keyof Hsl, keyof CustomTheme>>

/** One of the two colours, with three sliders. */
export const ColourSliders = ({ baseColour, title, use, custom, onChange }: Props) => {
  const id = useId()
  const fields = FIELDS[baseColour]
  const colour: Hsl = {
    hue: custom[fields.hue],
    saturation: custom[fields.saturation],
    lightness: custom[fields.lightness],
  }
  return (
    <fieldset aria-labelledby={id}>
      <Flex id={id} className="ps-sm" align="center" gap={8} mb={6}>
        <Stripe colour={hexOf(colour)} />
        <Box component="b" fw={580}>
          {title}
        </Box>
        <Text span inherit c="dimmed">
          {use}
        </Text>
      </Flex>
      {PARTS.map(({ part, label, min, max, sign, unit }) => (
        <Slider
          key={part}
          name={`${title} ${label.toLowerCase()}`}
          label={label}
          min={min}
          max={max}
          value={colour[part]}
          onChange={(value) => onChange({ ...custom, [fields[part]]: value })}
          colourOf={(value) => hexOf({ ...colour, [part]: value })}
          shown={`${colour[part]}${sign}`}
          words={`${colour[part]} ${unit}`}
        />
      ))}
    </fieldset>
  )
}
