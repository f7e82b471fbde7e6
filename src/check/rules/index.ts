import type { Rule } from '../rule.js'
import { caseTwin as bundleCaseTwin } from './bundle/case-twin.js'
import { compressionRatio as bundleCompressionRatio } from './bundle/compression-ratio.js'
import { extensionCase as bundleExtensionCase } from './bundle/extension-case.js'
import { extensionNotAllowed as bundleExtensionNotAllowed } from './bundle/extension-not-allowed.js'
import { fileTooLarge as bundleFileTooLarge } from './bundle/file-too-large.js'
import { hiddenFile as bundleHiddenFile } from './bundle/hidden-file.js'
import { pathCharacters as bundlePathCharacters } from './bundle/path-characters.js'
import { pathTooDeep as bundlePathTooDeep } from './bundle/path-too-deep.js'
import { pathTooLong as bundlePathTooLong } from './bundle/path-too-long.js'
import { specialFile as bundleSpecialFile } from './bundle/special-file.js'
import { symbolicLink as bundleSymbolicLink } from './bundle/symbolic-link.js'
import { tooLarge as bundleTooLarge } from './bundle/too-large.js'
import { tooManyFiles as bundleTooManyFiles } from './bundle/too-many-files.js'
import { unreadable as bundleUnreadable } from './bundle/unreadable.js'
import { zipSizeUnknown as bundleZipSizeUnknown } from './bundle/zip-size-unknown.js'
import { zipTooLarge as bundleZipTooLarge } from './bundle/zip-too-large.js'
import { aiCapability as manifestAiCapability } from './manifest/ai-capability.js'
import { byteOrderMark as manifestByteOrderMark } from './manifest/byte-order-mark.js'
import { duplicateElement as manifestDuplicateElement } from './manifest/duplicate-element.js'
import { duplicateKey as manifestDuplicateKey } from './manifest/duplicate-key.js'
import { duplicateProductId as manifestDuplicateProductId } from './manifest/duplicate-product-id.js'
import { entryNotFound as manifestEntryNotFound } from './manifest/entry-not-found.js'
import { iconNotFound as manifestIconNotFound } from './manifest/icon-not-found.js'
import { malformedValue as manifestMalformedValue } from './manifest/malformed-value.js'
import { missing as manifestMissing } from './manifest/missing.js'
import { missingField as manifestMissingField } from './manifest/missing-field.js'
import { notHigher as manifestNotHigher } from './manifest/not-higher.js'
import { notJson as manifestNotJson } from './manifest/not-json.js'
import { notUtf8 as manifestNotUtf8 } from './manifest/not-utf8.js'
import { numberOutOfRange as manifestNumberOutOfRange } from './manifest/number-out-of-range.js'
import { payWithoutProducts as manifestPayWithoutProducts } from './manifest/pay-without-products.js'
import { priceOutOfRange as manifestPriceOutOfRange } from './manifest/price-out-of-range.js'
import { salesNeedAnAdult as manifestSalesNeedAnAdult } from './manifest/sales-need-an-adult.js'
import { screenshotNotFound as manifestScreenshotNotFound } from './manifest/screenshot-not-found.js'
import { textForm as manifestTextForm } from './manifest/text-form.js'
import { textLength as manifestTextLength } from './manifest/text-length.js'
import { textNearLimit as manifestTextNearLimit } from './manifest/text-near-limit.js'
import { tooMany as manifestTooMany } from './manifest/too-many.js'
import { undeclaredCapability as manifestUndeclaredCapability } from './manifest/undeclared-capability.js'
import { unknownField as manifestUnknownField } from './manifest/unknown-field.js'
import { unknownValue as manifestUnknownValue } from './manifest/unknown-value.js'
import { wrongType as manifestWrongType } from './manifest/wrong-type.js'
import { damaged as pictureDamaged } from './picture/damaged.js'
import { iconNotPng as pictureIconNotPng } from './picture/icon-not-png.js'
import { iconNotSquare as pictureIconNotSquare } from './picture/icon-not-square.js'
import { iconSize as pictureIconSize } from './picture/icon-size.js'
import { iconTransparent as pictureIconTransparent } from './picture/icon-transparent.js'
import { screenshotType as pictureScreenshotType } from './picture/screenshot-type.js'

/** Every rule, by area. A new rule is one file, its line here and its fixtures. */
export const RULES: readonly Rule[] = [
  manifestAiCapability,
  manifestByteOrderMark,
  manifestDuplicateElement,
  manifestDuplicateKey,
  manifestDuplicateProductId,
  manifestEntryNotFound,
  manifestIconNotFound,
  manifestMalformedValue,
  manifestMissingField,
  manifestMissing,
  manifestNotHigher,
  manifestNotJson,
  manifestNotUtf8,
  manifestNumberOutOfRange,
  manifestPayWithoutProducts,
  manifestPriceOutOfRange,
  manifestSalesNeedAnAdult,
  manifestScreenshotNotFound,
  manifestTextForm,
  manifestTextLength,
  manifestTextNearLimit,
  manifestTooMany,
  manifestUndeclaredCapability,
  manifestUnknownField,
  manifestUnknownValue,
  manifestWrongType,
  pictureDamaged,
  pictureIconNotPng,
  pictureIconNotSquare,
  pictureIconSize,
  pictureIconTransparent,
  pictureScreenshotType,
  bundleCaseTwin,
  bundleCompressionRatio,
  bundleExtensionCase,
  bundleExtensionNotAllowed,
  bundleFileTooLarge,
  bundleHiddenFile,
  bundlePathCharacters,
  bundlePathTooDeep,
  bundlePathTooLong,
  bundleSpecialFile,
  bundleSymbolicLink,
  bundleTooLarge,
  bundleTooManyFiles,
  bundleUnreadable,
  bundleZipSizeUnknown,
  bundleZipTooLarge,
]
