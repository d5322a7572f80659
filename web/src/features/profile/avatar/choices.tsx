import { Box, SimpleGrid } from '@mantine/core'
import { type CSSProperties, type ReactNode, useId } from 'react'
import classes from './tiles.module.css'

export type Choice<Value extends string> = { value: Value; label?: string; drawing: ReactNode }

/** Tiles per row, and how much of a tile its drawing takes, up to a width in px. */
const LAYOUTS = {
  helmets: { cols: { base: 3, sm: 6 }, width: '84%', upTo: 62 },
  patterns: { cols: { base: 4, lg: 8 }, width: '84%', upTo: 62 },
  suits: { cols: { base: 3, sm: 6 }, width: '96%', upTo: 88 },
  teams: { cols: { base: 3, sm: 4 }, width: '84%', upTo: 72 },
  legends: { cols: 2, width: '96%', upTo: 150 },
}
const BALANCED: CSSProperties = { textWrap: 'balance' }

type Props<Value extends string> = {
  label: string
  /** Null when the current value is none of the choices. */
  value: Value | null
  choices: readonly Choice<Value>[]
  onChange(value: NoInfer<Value>): void
  layout: keyof typeof LAYOUTS
}

/** Radio group of tiles with a picture above the label. Arrow keys move the selection. */
export const Choices = <Value extends string>({ label, value, choices, onChange, layout }: Props<Value>) => {
  const group = useId()
  const { cols, width, upTo } = LAYOUTS[layout]
  const hasLongNames = layout === 'teams' || layout === 'legends'
  return (
    <SimpleGrid role="radiogroup" aria-label={label} cols={cols} spacing={6}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            className="ps-hidden"
            name={group}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <Box component="span" className="ps-centre" flex="1" w={width} maw={upTo}>
            {choice.drawing}
          </Box>
          {hasLongNames ? (
            <Box component="span" className="ps-centre ps-xs" mih={32} ta="center" style={BALANCED}>
              {choice.label ?? choice.value}
            </Box>
          ) : (
            <Box component="span" className="ps-clip" maw="100%">
              {choice.label ?? choice.value}
            </Box>
          )}
        </label>
      ))}
    </SimpleGrid>
  )
}
