import { Box, Flex, Text } from '@mantine/core'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import classes from './slider.module.css'

export type SliderProps = {
  /** Its accessible name, if the visible label is not enough: `Blue hue`. */
  name: string
  label: string
  min: number
  max: number
  value: number
  onChange(value: number): void
  /** The colour of each value. */
  colourOf(value: number): string
  /** The displayed value (`220°`), and in words (`220 degrees`). */
  shown: string
  words: string
}

/** Every other one is shown on a phone. */
const SEGMENTS = 30
const PAGE = 10

const STEPS: Record<string, (value: number) => number> = {
  ArrowRight: (value) => value + 1,
  ArrowUp: (value) => value + 1,
  ArrowLeft: (value) => value - 1,
  ArrowDown: (value) => value - 1,
  PageUp: (value) => value + PAGE,
  PageDown: (value) => value - PAGE,
  Home: () => Number.NEGATIVE_INFINITY,
  End: () => Number.POSITIVE_INFINITY,
}

/** Sheared segments in the colour of each value, and an upright plate on the chosen one. */
export const Slider = ({ name, label, min, max, value, onChange, colourOf, shown, words }: SliderProps) => {
  const choose = (wanted: number) => {
    const next = Math.round(Math.min(max, Math.max(min, wanted)))
    if (next !== value) onChange(next)
  }
  const point = ({ currentTarget, clientX }: PointerEvent<HTMLElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    if (width > 0) choose(min + ((clientX - left) / width) * (max - min))
  }
  const press = (event: KeyboardEvent) => {
    const step = STEPS[event.key]
    if (!step || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    choose(step(value))
  }
  const thumbStyle: CSSProperties & Record<'--at', string> = { '--at': `${((value - min) / (max - min)) * 100}%` }
  return (
    <Flex align="center" gap={16}>
      <Text component="span" size="sm" c="dimmed" flex="none" w={80}>
        {label}
      </Text>
      <Box
        role="slider"
        tabIndex={0}
        aria-label={name}
        aria-valuemin={min}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={words}
        className={classes.track}
        flex="1"
        onKeyDown={press}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          point(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) point(event)
        }}
      >
        {Array.from({ length: SEGMENTS }, (_, index) => {
          const segmentValue = min + ((max - min) * index) / (SEGMENTS - 1)
          return <i key={segmentValue} style={{ background: colourOf(segmentValue) }} />
        })}
        <b style={thumbStyle} />
      </Box>
      <Text component="span" className="ps-num" flex="none" w={46} fz={15} fw={660} ta="right" aria-hidden="true">
        {shown}
      </Text>
    </Flex>
  )
}
