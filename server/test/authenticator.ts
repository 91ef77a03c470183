import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { CallInput, CallOutput, PasskeyRequestOptions } from '@stoa/contract'

type Creation = CallOutput<'passkeyRegisterOptions'>['options']
type Attestation = CallInput<'passkeyRegister'>['attestation']
type Assertion = CallInput<'authPasskeySignIn'>['assertion']

/** Data that a page or device may get wrong. */
export interface Wrongs {
  /** Origin of the requesting page. Default: the forum's. */
  origin?: string
  /** Host the device signs for. Default: the requested one. */
  host?: string
  challenge?: string
  /** Whether a finger or PIN verified the person. Default true. */
  verified?: boolean
  /** Default: the previous one plus 1. */
  counter?: number
  userHandle?: string
}

const USER_PRESENT = 0x01
const USER_VERIFIED = 0x04
const HAS_CREDENTIAL = 0x40

/**
 * A software device with one passkey. It makes its own keys, CBOR and signatures, following the WebAuthn specification.
 */
export function createAuthenticator(origin = 'http://localhost:3000') {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  let counter = 0
  let userHandle = ''

  const clientData = (type: string, challenge: string, wrongs: Wrongs) =>
    Buffer.from(
      JSON.stringify({
        type,
        challenge: wrongs.challenge ?? challenge,
        origin: wrongs.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (
    host: string,
    { verified = true, counter: counterOverride }: Wrongs,
    credential?: Buffer,
  ) => {
    counter = counterOverride ?? counter + 1
    const flags = USER_PRESENT | (verified ? USER_VERIFIED : 0) | (credential ? HAS_CREDENTIAL : 0)
    const head = Buffer.alloc(5)
    head.writeUInt8(flags, 0)
    head.writeUInt32BE(counter, 1)
    return Buffer.concat([sha256(host), head, credential ?? Buffer.alloc(0)])
  }
  const credentialResponse = <Response extends object>(response: Response) => ({
    id,
    rawId: id,
    type: 'public-key' as const,
    clientExtensionResults: {},
    response,
  })

  return {
    id,
    /** A browser's response to registration options. */
    create(options: Creation, wrongs: Wrongs = {}): Attestation {
      userHandle = options.user.id
      const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
      const key = cbor(
        new Map<number, number | Buffer>([
          [1, 2],
          [3, -7],
          [-1, 1],
          [-2, Buffer.from(x, 'base64url')],
          [-3, Buffer.from(y, 'base64url')],
        ]),
      )
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, key])
      const authData = authenticatorData(wrongs.host ?? options.rp.id ?? '', wrongs, credential)
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return credentialResponse({
        clientDataJSON: clientData('webauthn.create', options.challenge, wrongs).toString('base64url'),
        attestationObject: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      })
    },
    /** A browser's response to sign-in options. */
    get(options: PasskeyRequestOptions, wrongs: Wrongs = {}): Assertion {
      const data = clientData('webauthn.get', options.challenge, wrongs)
      const authData = authenticatorData(wrongs.host ?? options.rpId ?? '', wrongs)
      const signed = Buffer.concat([authData, sha256(data)])
      return credentialResponse({
        clientDataJSON: data.toString('base64url'),
        authenticatorData: authData.toString('base64url'),
        signature: sign('sha256', signed, privateKey).toString('base64url'),
        userHandle: wrongs.userHandle ?? userHandle,
      })
    },
  }
}

function sha256(data: string | Buffer): Buffer {
  return createHash('sha256').update(data).digest()
}

/** The part of CBOR (RFC 8949) that WebAuthn needs: integers, bytes, texts and maps. */
function cbor(value: unknown): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value)
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value])
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (!(value instanceof Map)) throw new Error('this CBOR is not supported')
  const entries = [...value].flatMap(([key, item]) => [cbor(key), cbor(item)])
  return Buffer.concat([cborHead(5, value.size), ...entries])
}

function cborHead(type: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(type << 5) | size])
  if (size < 256) return Buffer.from([(type << 5) | 24, size])
  return Buffer.from([(type << 5) | 25, size >> 8, size & 0xff])
}
