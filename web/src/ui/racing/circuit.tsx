const COURSE =
  'M250 404 L566 404 C618 404 648 386 650 350 C652 318 630 304 598 300 L520 290C486 285 474 264 488 238 L538 150 C556 118 542 88 506 82 L388 62L262 42 C206 34 168 62 170 108 C172 144 200 158 212 186 C224 216 208 240 176 250 C132 264 112 292 122 334 C134 382 172 404 250 404'

/** The asphalt of the circuit, drawn in a box of 760 × 460. */
export const Circuit = () => (
  <g fill="none" strokeLinecap="round" strokeLinejoin="round">
    <path stroke="var(--ps-track-kerb)" d={COURSE} strokeWidth="27" />
    <path stroke="var(--ps-track)" d={COURSE} strokeWidth="24.6" />
  </g>
)

/** The three sectors of the course, starting at the start line. */
export const SECTORS = {
  first: 'M250 404 L566 404 C618 404 648 386 650 350 C652 318 630 304 598 300 L520 290',
  second: 'M520 290 C486 285 474 264 488 238 L538 150 C556 118 542 88 506 82 L388 62',
  third:
    'M388 62 L262 42 C206 34 168 62 170 108 C172 144 200 158 212 186 C224 216 208 240 176 250 C132 264 112 292 122 334 C134 382 172 404 250 404',
}
