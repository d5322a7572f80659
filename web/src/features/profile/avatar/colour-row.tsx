import { Flex } from '@mantine/core'
import { COLOURS, type Colour, readColour } from '@purple-sector/contracts/racing-avatar/appearance'
import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, useId } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import classes from './colour-row.module.css'
import { isLight } from './is-light.ts'

const swatch = (colour: Colour): CSSProperties => ({
  background: colour,
  color: isLight(colour) ? '#0b0b0e' : '#ffffff',
})

/** Ten swatches, plus any other colour by the picker behind its hex value. */
export const ColourRow = ({
  label,
  value,
  onChange,
}: {
  label: string
  value: Colour
  onChange(colour: Colour): void
}) => {
  const group = useId()
  return (
    <div className={classes.colours}>
      <Flex align="center" justify="space-between">
        <span className="ps-field-label">{label}</span>
        <label className={classes.any}>
          {value.toUpperCase()}
          <input
            type="color"
            aria-label={`${label}, any other`}
            value={value}
            onChange={({ target }) => {
              const colour = readColour(target.value)
              if (colour !== null) onChange(colour)
            }}
          />
        </label>
      </Flex>
      <div role="radiogroup" aria-label={label} className={classes.swatches}>
        {Object.entries(COLOURS).map(([name, colour]) => (
          <label key={name} className={classes.swatch} style={swatch(colour)}>
            <input
              type="radio"
              name={group}
              aria-label={name}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
            {colour === value && <Icon icon={IconCheck} size={18} />}
          </label>
        ))}
      </div>
    </div>
  )
}
