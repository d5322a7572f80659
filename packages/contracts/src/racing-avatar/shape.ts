/** A fixed colour of the drawing, or one of the user's chosen colours. */
export type Ink = `#${string}` | 'helmet' | 'suit' | 'primary' | 'secondary'

/** A path of the drawing: a line where it has a `width`, otherwise filled. */
export type Shape = {
  d: string
  ink: Ink
  opacity?: number
  /** Width of a line. */
  width?: number
  cap?: 'round'
  transform?: string
  /** Repeated within the path; a small avatar that omits it fills the path with `ink`. */
  tile?: Tile
  /** Omitted on a small avatar. */
  isFine?: true
}

export type Tile = { size: number; transform?: string; shapes: readonly Shape[]; isFine?: true }

/** Returns a circle as path data, so that every shape is a path. */
export const circle = (x: number, y: number, r: number): string =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`
