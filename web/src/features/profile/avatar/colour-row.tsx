import { Flex, SimpleGrid } from '@mantine/core'
import { COLOURS, type Colour, readColour } from '@purple-sector/contracts/racing-avatar/appearance'
import { IconCheck } from '@tabler/icons-react'
import { type CSSProperties, useId } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { isLight } from './is-light.ts'
import classes from './tiles.module.css'

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
    <div>
      <Flex align="center" justify="space-between">
        <span className="ps-field-label">{label}</span>
        <Flex
          component="label"
          className={classes.any}
          align="center"
          gap={8}
          mih={{ base: 44, sm: 'auto' }}
          mb={{ base: 0, sm: 6 }}
        >
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
        </Flex>
      </Flex>
      <SimpleGrid role="radiogroup" aria-label={label} cols={{ base: 5, sm: 10 }} spacing={{ base: 8, sm: 6 }}>
        {Object.entries(COLOURS).map(([name, colour]) => (
          <label key={name} className={classes.swatch} style={swatch(colour)}>
            <input
              type="radio"
              className="ps-hidden"
              name={group}
              aria-label={name}
              checked={colour === value}
              onChange={() => onChange(colour)}
            />
            {colour === value && <Icon icon={IconCheck} size={18} />}
          </label>
        ))}
      </SimpleGrid>
    </div>
  )
}
