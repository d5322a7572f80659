import type { MantineColorsTuple } from '@mantine/core'

const scale = (colors: string): MantineColorsTuple => {
  const [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth] = colors
    .split(' ')
    .map((color) => `#${color}`)
  if (!first || !second || !third || !fourth || !fifth || !sixth || !seventh || !eighth || !ninth || !tenth)
    throw new Error('A scale has ten colours')
  return [first, second, third, fourth, fifth, sixth, seventh, eighth, ninth, tenth]
}

/** Purple is the best of anyone, green a gain, yellow caution, red closing or out. Everything else is asphalt. */
export const palette = {
  purple: scale('FAF6FE F3E7FF E6CDFF D7ABFF C784FE B850FF A424ED 8600C7 630094 400062'),
  green: scale('EFFCF2 D7F6DF A9F0BD 6BE898 0BD875 01BD65 029951 00793F 005A2D 013D1D'),
  yellow: scale('FFFAEB FFF3CE FFEBA9 FFDF76 FFD326 F5C900 CFAA04 A08304 776104 504105'),
  red: scale('FEF4F3 FFE4E1 FEC9C2 FFA39A FF756C FD3F3F E31D29 BB151F 901117 5F1212'),
  asphalt: scale('F5F5F8 E6E6E9 CBCCD0 A4A4AA 84848B 62626A 43434A 29292F 18181C 0C0C0F'),
  dark: scale('F4F4F7 D2D2DA B0B0BA 888893 41414C 26262D 19191E 0B0B0E 070709 050506'),
  gray: scale('F7F7F9 F1F1F4 E8E8EC DEDEE3 B4B4BD 85858F 66666F 4A4A53 26262D 111115'),
  paper: scale('FFFFFF FFFFFF FBFBFC F9F9FB F7F7F9 F4F4F7 DADAE2 C4C4CE B0B0BA 888893'),
  ink: scale('F7F7F9 F1F1F4 E8E8EC DEDEE3 B4B4BD 66666F 111115 2B2B32 1D1D23 0B0B0E'),
}
