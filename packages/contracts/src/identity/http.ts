import { z } from 'zod'
import { type AvatarConfig, avatarConfigSchema, idSchema, instant, MAX_ID } from '../common.ts'
import { HELMET_NAMES, PATTERN_NAMES, readColour, SUIT_NAMES, VISOR_NAMES } from '../racing-avatar/appearance.ts'
import { lineInput } from '../text.ts'

const hue = z.number().int().min(0).max(360)
const saturation = z.number().int().min(0).max(100)
const lightness = z.number().int().min(10).max(90)
/** The two colours of a custom theme, in degrees and percent. */
export const customThemeSchema = z.object({
  blueHue: hue,
  blueSaturation: saturation,
  blueLightness: lightness,
  orangeHue: hue,
  orangeSaturation: saturation,
  orangeLightness: lightness,
})
export type CustomTheme = z.infer<typeof customThemeSchema>

/** `system` and `custom` are light or dark as the device is. The custom colours are kept in every mode. */
export const themeSchema = z.object({
  mode: z.enum(['light', 'dark', 'system', 'custom']),
  custom: customThemeSchema.nullable(),
})
export type Theme = z.infer<typeof themeSchema>

export const userSchema = z
  .object({
    id: z.string(),
    email: z.string(),
    /** Invitations to this address are theirs only then (docs/rules.md, Groups). */
    emailVerified: z.boolean(),
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    profileImageUrl: z.string().nullable(),
    isAdmin: z.boolean(),
    userType: z.enum(['spectator', 'team']).nullable(),
    teamName: z.string().nullable(),
    /** Up to 3 characters, as the door shows it. */
    carNumber: z.string().nullable(),
    manufacturer: z.string().nullable(),
    trackStatus: z.enum(['at_track', 'away']).nullable(),
    selectedWeekendId: z.number().int().nullable(),
    chatStatus: z.string().nullable(),
    preferredWeekendId: z.number().int().nullable(),
    avatarConfig: avatarConfigSchema.nullable(),
    /** Null until they choose one. */
    theme: themeSchema.nullable(),
    /** How far everything of racing is kept back for them. */
    spoilerDelaySeconds: z.number().int(),
    /** Whether there is a password to ask for; without one the account is entered through a provider. */
    hasPassword: z.boolean(),
  })
  .meta({ id: 'User' })
export type User = z.infer<typeof userSchema>

export const emailInput = z.string().trim().max(254).pipe(z.email('Please enter a valid email address'))
export const passwordInput = z
  .string()
  .min(8, 'Password must be at least 8 characters')
  .max(128, 'Password must be at most 128 characters')
  .meta({ description: 'Not a common one, nor your own email or username' })
export const usernameInput = z
  .string()
  .regex(/^[A-Za-z0-9_.-]{3,30}$/, 'Username must be 3 to 30 letters, digits, _, - or .')
  .meta({ description: 'Unique without regard to case; reserved ones are answered as taken' })

/** A name that others see, of a person or a team. */
export const nameInput = lineInput(100)

export const registerBody = z.object({
  email: emailInput,
  password: passwordInput,
  username: usernameInput.optional(),
  firstName: nameInput.optional(),
  lastName: nameInput.optional(),
})
export type RegisterBody = z.infer<typeof registerBody>

export const loginBody = z.object({ email: z.string().max(254), password: z.string().max(1024) })
export type LoginBody = z.infer<typeof loginBody>

/** What a `Location` header cannot hold as it is; what is encoded already stays. */
const encoded = (path: string): string => path.toWellFormed().replaceAll(/[^\x21-\x7e]/gu, encodeURIComponent)

/** Where to go after signing in: a path with one leading `/`, never another host. Anything else becomes `/`. */
export const safeReturnTo = (returnTo: string | undefined): string =>
  returnTo !== undefined && /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(returnTo) ? encoded(returnTo) : '/'

export const verifyQuery = z.object({ token: z.string().max(200) })
export const changePasswordBody = z.object({ currentPassword: z.string().max(1024), password: passwordInput })
export const forgotPasswordBody = z.object({ email: emailInput })
export const resetPasswordBody = z.object({ token: z.string().max(200), password: passwordInput })

const weekendChoice = z.number().int().positive().max(MAX_ID, 'There’s no such weekend').nullable().optional()

export const profileBody = z.object({
  username: usernameInput.optional(),
  firstName: nameInput.nullable().optional(),
  lastName: nameInput.nullable().optional(),
  userType: z.enum(['spectator', 'team']).optional(),
  teamName: nameInput.nullable().optional(),
  carNumber: lineInput(3, 'Car number must be at most 3 characters').nullable().optional(),
  manufacturer: nameInput.nullable().optional(),
  trackStatus: z.enum(['at_track', 'away']).optional(),
  selectedWeekendId: weekendChoice,
  chatStatus: lineInput(50, 'Chat status must be at most 50 characters').nullable().optional(),
  preferredWeekendId: weekendChoice,
  spoilerDelaySeconds: z.number().int().min(0).max(120).optional(),
})
export type ProfileBody = z.infer<typeof profileBody>
/** A part of the avatar, by a name that the drawing knows. */
const partInput = (names: readonly string[]) =>
  z
    .string()
    .max(60)
    .refine((name) => names.includes(name), { error: `must be one of ${names.join(', ')}` })
/** A colour that the drawing knows: hexadecimal, or the name of a swatch. */
const colourInput = z
  .string()
  .max(60)
  .refine((text) => readColour(text) !== null, 'must be a colour such as #b850ff')

/** An avatar as it may be stored: only names and colours that the drawing knows. Older ones are read as they are. */
const avatarInput: z.ZodType<AvatarConfig> = z
  .object({
    helmet: partInput(HELMET_NAMES),
    helmetColor: colourInput,
    visor: partInput(VISOR_NAMES),
    suit: partInput(SUIT_NAMES),
    suitColor: colourInput,
    primaryColor: colourInput,
    secondaryColor: colourInput,
    pattern: partInput(PATTERN_NAMES),
    number: lineInput(3),
    team: lineInput(60),
  })
  .partial()
/** Somebody as others find them: no address. */
export const foundUserSchema = userSchema
  .pick({ id: true, firstName: true, lastName: true, username: true, teamName: true, avatarConfig: true })
  .meta({ id: 'FoundUser' })
export type FoundUser = z.infer<typeof foundUserSchema>
export const userSearchQuery = z.object({ q: z.string().trim().min(2, 'Please type at least 2 characters').max(100) })

export const avatarBody = z.object({ avatarConfig: avatarInput })
/** Custom colours that are left out stay as they were. */
export const themeBody = z.object({ mode: themeSchema.shape.mode, custom: customThemeSchema.optional() })
export type ThemeBody = z.infer<typeof themeBody>

/** Who says that they are at the track. */
export const tracksideUserSchema = userSchema
  .pick({ id: true, username: true, firstName: true, userType: true, avatarConfig: true })
  .extend({ weekendId: z.number().int().nullable() })
  .meta({ id: 'TracksideUser' })
export type TracksideUser = z.infer<typeof tracksideUserSchema>
/** A team, as whoever belongs to it says. */
export const teamUserSchema = userSchema
  .pick({
    id: true,
    username: true,
    firstName: true,
    carNumber: true,
    trackStatus: true,
    teamName: true,
    manufacturer: true,
    avatarConfig: true,
  })
  .meta({ id: 'TeamUser' })
export type TeamUser = z.infer<typeof teamUserSchema>
export const MAX_IN_COMMUNITY = 200
export const communityQuery = z.object({ weekendId: idSchema.optional() })

/** A browser in which the caller is signed in. */
export const ownSessionSchema = z
  .object({
    id: z.string(),
    /** In words, such as "Firefox on Windows"; null where it did not say. */
    browser: z.string().nullable(),
    createdAt: instant,
    lastSeenAt: instant,
    isCurrent: z.boolean(),
  })
  .meta({ id: 'OwnSession' })
export type OwnSession = z.infer<typeof ownSessionSchema>
export const ownSessionParams = z.object({ id: z.uuid() })

/** The account's password; the username (or, without one, the e-mail) where it has no password. */
export const deleteAccountBody = z.union([
  z.object({ password: z.string().max(1024) }),
  z.object({ confirm: z.string().max(254) }),
])
export type DeleteAccountBody = z.infer<typeof deleteAccountBody>

/** What every service holds of the caller, by the name of the service. */
export const accountExportSchema = z
  .object({ exportedAt: instant, user: userSchema, services: z.record(z.string(), z.looseObject({})) })
  .meta({ id: 'AccountExport' })
export type AccountExport = z.infer<typeof accountExportSchema>

/** `/internal/sessions/resolve`: the gateway asks who up to 500 session-id hashes (SHA-256, hex) belong to. */
export const resolveSessionsBody = z.object({ hashes: z.array(z.string()).max(500) })
export const sessionIdentitySchema = z.object({
  hash: z.string(),
  sessionId: z.string(),
  userId: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  /** What their pages look like from the first paint on. */
  theme: themeSchema.nullable(),
  expiresAt: z.string(),
})
export type SessionIdentity = z.infer<typeof sessionIdentitySchema>
export const resolveSessionsReply = z.object({ sessions: z.array(sessionIdentitySchema) })
