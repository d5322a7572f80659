import {
  type AvatarAppearance,
  HELMET_NAMES,
  PATTERN_NAMES,
  type StoredAvatar,
  SUIT_NAMES,
  VISOR_NAMES,
} from '@purple-sector/contracts/racing-avatar/appearance'
import { render } from '@testing-library/react'
import { describe, expect, test } from 'vitest'
import { RacingAvatar, type RacingAvatarProps } from './racing-avatar.tsx'

const COLOURS = { helmetColor: '#010203', suitColor: '#040506', primaryColor: '#070809', secondaryColor: '#0a0b0c' }

const draw = (config: StoredAvatar, props: Omit<RacingAvatarProps, 'config'> = {}): SVGSVGElement => {
  const drawing = render(<RacingAvatar config={config} {...props} />).container.querySelector('svg')
  if (!drawing) throw new Error('Nothing is drawn')
  return drawing
}

const allAppearances: Pick<AvatarAppearance, 'helmet' | 'pattern' | 'suit' | 'visor'>[] = HELMET_NAMES.flatMap(
  (helmet) =>
    PATTERN_NAMES.flatMap((pattern, index) =>
      VISOR_NAMES.map((visor) => ({ helmet, pattern, visor, suit: SUIT_NAMES[index % 6] ?? 'racing' })),
    ),
)

describe('RacingAvatar', () => {
  test('differs for every helmet, pattern and visor', () => {
    const drawings = allAppearances.map((appearance) =>
      draw({ ...COLOURS, ...appearance }).innerHTML.replaceAll(/_r_\w+?_/g, ''),
    )
    expect(new Set(drawings).size).toBe(6 * 8 * 2)
  })

  test('differs for every suit, in its colours', () => {
    const drawings = SUIT_NAMES.map((suit) => draw({ ...COLOURS, suit }, { crop: 'suit' }).innerHTML)
    expect(new Set(drawings.map((text) => text.replaceAll(/_r_\w+?_/g, ''))).size).toBe(6)
    for (const text of drawings) {
      expect(text).toContain('#040506')
      expect(text).toContain('#0a0b0c')
    }
  })

  test('draws without gradients and filters', () => {
    const names = allAppearances.flatMap((appearance) =>
      [...draw(appearance, { crop: 'bust' }).querySelectorAll('*')].map((e) => e.tagName),
    )
    expect(new Set(names)).toEqual(new Set(['g', 'clipPath', 'path', 'pattern', 'rect', 'text']))
  })

  test('uses unique ids, so that no other drawing clips it', () => {
    const { container } = render(
      allAppearances.map((config) => <RacingAvatar key={JSON.stringify(config)} config={config} crop="bust" />),
    )
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    const usedIds = [...container.innerHTML.matchAll(/url\(#(.+?)\)/g)].map(([, id]) => id)
    expect(usedIds).not.toHaveLength(0)
    expect(usedIds.filter((id) => !ids.includes(id ?? ''))).toEqual([])
  })

  test('draws the number on a plate, except for a helmet alone', () => {
    expect(draw({ number: '104' }, { crop: 'bust' }).querySelector('text')?.textContent).toBe('104')
    expect(draw({ number: '1000' }, { crop: 'suit' }).querySelector('text')?.textContent).toBe('1')
    expect(draw({ number: '12' }).querySelector('text')).toBeNull()
  })

  test('shows nothing of an invalid configuration', () => {
    const hostile = 'url(https://evil.test/a)'
    const names = ['helmet', 'visor', 'suit', 'pattern', ...Object.keys(COLOURS)]
    const drawing = draw(Object.fromEntries(names.map((name) => [name, hostile])), { crop: 'bust' })
    expect(drawing.outerHTML).not.toContain('evil')
    expect(drawing.querySelectorAll('path').length).toBeGreaterThan(10)
  })

  test('draws at most 25 elements in the small size', () => {
    const counts = allAppearances.map(
      (appearance) => draw(appearance, { isSmall: true }).querySelectorAll('*').length + 1,
    )
    expect(Math.max(...counts)).toBeLessThanOrEqual(25)
    expect(Math.min(...counts)).toBeGreaterThan(10)
  })

  test('draws the same again for an equal configuration', () => {
    const { container, rerender } = render(<RacingAvatar config={{ helmet: 'aero' }} />)
    const before = container.innerHTML
    rerender(<RacingAvatar config={{ helmet: 'aero' }} />)
    expect(container.innerHTML).toBe(before)
    rerender(<RacingAvatar config={{ helmet: 'retro' }} />)
    expect(container.innerHTML).not.toBe(before)
  })
})
