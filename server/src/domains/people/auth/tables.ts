import { SECRET, type Table } from '../../../platform/database/table.ts'

/** Purposes of the keys that encrypt publishers' keys and the secrets of second factors. */
export const PUBLISHER_KEY = 'stoa publisher keys'
export const TOTP_KEY = 'stoa totp secrets'

export const authTables: readonly Table[] = [
  {
    name: 'account_exports',
    personal: [{ column: 'user_id', archive: { none: SECRET }, by: 'token_hash', atDeletion: 'removed' }],
  },
  {
    name: 'api_keys',
    personal: [{ column: 'user_id', archive: { file: 'api-keys', without: ['key_hash'] }, atDeletion: 'removed' }],
  },
  {
    name: 'email_proofs',
    personal: [{ column: 'user_id', archive: { none: SECRET }, atDeletion: 'removed' }],
    notPersonal: {
      ref_by: 'of the proof, which is gone after minutes',
      email: 'of the proof, which is gone after minutes',
      email_key: 'of the proof, which is gone after minutes',
    },
  },
  {
    name: 'embed_codes',
    personal: [{ column: 'user_id', archive: { none: SECRET }, by: 'code_hash', atDeletion: 'removed' }],
  },
  {
    name: 'identities',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'providers', without: ['subject_hash'] },
        by: 'subject_hash',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'known_devices',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'known-browsers', without: ['device'] },
        by: 'device',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'passkeys',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'passkeys', without: ['credential_hash', 'credential_id', 'public_key'] },
        atDeletion: 'removed',
      },
    ],
  },
  { name: 'publisher_keys', key: ['origin'], sealed: PUBLISHER_KEY, isLostWithSecret: true },
  {
    name: 'recovery_codes',
    personal: [
      {
        column: 'user_id',
        archive: { none: 'it holds hashes of codes that sign in' },
        by: 'code_hash',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'sessions',
    personal: [
      {
        column: 'user_id',
        archive: { file: 'sessions', without: ['token_hash', 'previous_hash'] },
        atDeletion: 'removed',
      },
    ],
    notPersonal: { address: 'of the session', user_agent: 'of the session' },
  },
  {
    name: 'sign_in_networks',
    key: ['user_id', 'network'],
    personal: [
      {
        column: 'user_id',
        archive: { file: 'sign-in-networks', without: ['network'] },
        by: 'network',
        atDeletion: 'removed',
      },
    ],
  },
  {
    name: 'totp_secrets',
    key: ['user_id'],
    // Stays when the secret is lost: a second factor doesn't end because nobody can check it.
    sealed: TOTP_KEY,
    personal: [
      {
        column: 'user_id',
        archive: { none: 'it holds the secret of a second factor' },
        by: 'user_id',
        atDeletion: 'removed',
      },
    ],
  },
  { name: 'used_proofs' },
]
