/** Tags of Exif 2.32 (CIPA DC-008), 4.6.3 and 4.6.6. */
const GPS_TAG = 0x8825
const LATITUDE_TAG = 2
const LONGITUDE_TAG = 4
const ENTRY_BYTES = 12
/** A TIFF header in either byte order: its first bytes, and the number that follows. */
const LITTLE_ENDIAN = 0x4949
const BIG_ENDIAN = 0x4d4d
const TIFF_NUMBER = 42
const EXIF_PREFIX = 'Exif\0\0'

/** Whether Exif data, with or without their prefix, give a latitude or longitude. */
export const hasExifLocation = (exif: Uint8Array): boolean => {
  const prefix = Buffer.from(exif.subarray(0, EXIF_PREFIX.length)).toString('latin1')
  const tiff = prefix === EXIF_PREFIX ? exif.subarray(EXIF_PREFIX.length) : exif
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength)
  if (view.byteLength < 8) return false
  const order = view.getUint16(0)
  if (order !== LITTLE_ENDIAN && order !== BIG_ENDIAN) return false
  const isLittle = order === LITTLE_ENDIAN
  if (view.getUint16(2, isLittle) !== TIFF_NUMBER) return false
  const gps = entriesAt(view, view.getUint32(4, isLittle), isLittle).find(({ tag }) => tag === GPS_TAG)
  return (
    gps !== undefined &&
    entriesAt(view, gps.value, isLittle).some(({ tag }) => tag === LATITUDE_TAG || tag === LONGITUDE_TAG)
  )
}

/** The entries of a directory; those that lie outside of the data are left out. */
const entriesAt = (
  view: DataView,
  at: number,
  isLittle: boolean,
): readonly { readonly tag: number; readonly value: number }[] => {
  if (at + 2 > view.byteLength) return []
  const room = Math.floor((view.byteLength - at - 2) / ENTRY_BYTES)
  const count = Math.min(view.getUint16(at, isLittle), room)
  return Array.from({ length: count }, (_, index) => {
    const entry = at + 2 + index * ENTRY_BYTES
    return { tag: view.getUint16(entry, isLittle), value: view.getUint32(entry + 8, isLittle) }
  })
}
