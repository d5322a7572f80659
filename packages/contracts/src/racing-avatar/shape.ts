/** A colour of the drawing's own, or one that somebody chose. */
export type Ink = `#${string}` | 'helmet' | 'suit' | 'primary' | 'secondary'

/** A path of the drawing: filled, or a line where it has a width. */
export type Shape = {
  d: string
  ink: Ink
  opacity?: number
  /** Of a line. */
  width?: number
  cap?: 'round'
  transform?: string
  /** Repeated within the path; a small avatar that leaves it away fills the path with the ink. */
  tile?: Tile
  /** Not to be seen on a small avatar. */
  isFine?: true
}

export type Tile = { size: number; transform?: string; shapes: readonly Shape[]; isFine?: true }

/** A circle as a path, so that everything is one. */
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
