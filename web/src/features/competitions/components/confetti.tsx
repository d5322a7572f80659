import { Box } from '@mantine/core'
import { useEffect, useRef } from 'react'

/** Number of particles: visible from afar, and few enough for a phone. */
const PARTICLES = 100
export const CONFETTI_MS = 4_000
/** Lifetime of a particle in frames at 60 per second. */
const FRAMES = (CONFETTI_MS / 1000) * 60

/** Only the four semantic colours and ink. */
const COLOURS = ['--ps-purple', '--ps-green', '--ps-yellow', '--ps-red', '--ps-ink']

const ABOVE = { zIndex: 60, pointerEvents: 'none' } as const

const tokens = (): string[] => {
  const style = getComputedStyle(document.documentElement)
  return COLOURS.map((name) => style.getPropertyValue(name).trim())
}

/** Confetti that falls over the page once after mounting. Its script is loaded lazily. */
export const Confetti = () => {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let isFinished = false
    let stop = () => {}
    const start = async () => {
      const { default: confetti } = await import('canvas-confetti')
      if (isFinished || !canvas.current) return
      const fire = confetti.create(canvas.current, { resize: true, disableForReducedMotion: true })
      stop = () => fire.reset()
      const particles = { ticks: FRAMES, colors: tokens(), startVelocity: 48, spread: 62, scalar: 0.9 }
      void fire({ ...particles, particleCount: PARTICLES / 2, angle: 60, origin: { x: 0, y: 0.7 } })
      void fire({ ...particles, particleCount: PARTICLES / 2, angle: 120, origin: { x: 1, y: 0.7 } })
    }
    start().catch((error: unknown) => console.info('No confetti', error))
    return () => {
      isFinished = true
      stop()
    }
  }, [])
  return <Box component="canvas" ref={canvas} pos="fixed" inset={0} w="100%" h="100%" style={ABOVE} />
}
