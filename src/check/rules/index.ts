import { comparePaths } from '../../bundle/compare-paths.js'
import type { Rule } from '../rule.js'
import { caseTwin as bundleCaseTwin } from './bundle/case-twin.js'
import { compressionRatio as bundleCompressionRatio } from './bundle/compression-ratio.js'
import { extensionCase as bundleExtensionCase } from './bundle/extension-case.js'
import { extensionNotAllowed as bundleExtensionNotAllowed } from './bundle/extension-not-allowed.js'
import { fileNotFound as bundleFileNotFound } from './bundle/file-not-found.js'
import { fileTooLarge as bundleFileTooLarge } from './bundle/file-too-large.js'
import { folderCaseTwin as bundleFolderCaseTwin } from './bundle/folder-case-twin.js'
import { hiddenFile as bundleHiddenFile } from './bundle/hidden-file.js'
import { pathCharacters as bundlePathCharacters } from './bundle/path-characters.js'
import { pathTooDeep as bundlePathTooDeep } from './bundle/path-too-deep.js'
import { pathTooLong as bundlePathTooLong } from './bundle/path-too-long.js'
import { specialFile as bundleSpecialFile } from './bundle/special-file.js'
import { symbolicLink as bundleSymbolicLink } from './bundle/symbolic-link.js'
import { tooLarge as bundleTooLarge } from './bundle/too-large.js'
import { tooManyFiles as bundleTooManyFiles } from './bundle/too-many-files.js'
import { unreadable as bundleUnreadable } from './bundle/unreadable.js'
import { windowsName as bundleWindowsName } from './bundle/windows-name.js'
import { zipSizeUnknown as bundleZipSizeUnknown } from './bundle/zip-size-unknown.js'
import { zipTooLarge as bundleZipTooLarge } from './bundle/zip-too-large.js'
import { bytesDoNotMatch as contentBytesDoNotMatch } from './content/bytes-do-not-match.js'
import { cannotBeJudged as contentCannotBeJudged } from './content/cannot-be-judged.js'
import { notUtf8 as contentNotUtf8 } from './content/not-utf8.js'
import { otherEncoding as contentOtherEncoding } from './content/other-encoding.js'
import { svgNotXml as contentSvgNotXml } from './content/svg-not-xml.js'
import { cannotLoad as cssCannotLoad } from './css/cannot-load.js'
import { remoteUrl as cssRemoteUrl } from './css/remote-url.js'
import { rootRelativeUrl as cssRootRelativeUrl } from './css/root-relative-url.js'
import { baseElement as htmlBaseElement } from './html/base-element.js'
import { codeOfAnotherType as htmlCodeOfAnotherType } from './html/code-of-another-type.js'
import { dataCode as htmlDataCode } from './html/data-code.js'
import { download as htmlDownload } from './html/download.js'
import { embeddedPage as htmlEmbeddedPage } from './html/embedded-page.js'
import { fileInput as htmlFileInput } from './html/file-input.js'
import { formWithoutHandler as htmlFormWithoutHandler } from './html/form-without-handler.js'
import { linkRel as htmlLinkRel } from './html/link-rel.js'
import { metaRefresh as htmlMetaRefresh } from './html/meta-refresh.js'
import { moduleAsClassic as htmlModuleAsClassic } from './html/module-as-classic.js'
import { newWindow as htmlNewWindow } from './html/new-window.js'
import { otherProgram as htmlOtherProgram } from './html/other-program.js'
import { outsideBundle as htmlOutsideBundle } from './html/outside-bundle.js'
import { ownPolicy as htmlOwnPolicy } from './html/own-policy.js'
import { remoteElsewhere as htmlRemoteElsewhere } from './html/remote-elsewhere.js'
import { remoteUrl as htmlRemoteUrl } from './html/remote-url.js'
import { rootRelativeElsewhere as htmlRootRelativeElsewhere } from './html/root-relative-elsewhere.js'
import { rootRelativeUrl as htmlRootRelativeUrl } from './html/root-relative-url.js'
import { aiCapability as manifestAiCapability } from './manifest/ai-capability.js'
import { byteOrderMark as manifestByteOrderMark } from './manifest/byte-order-mark.js'
import { duplicateElement as manifestDuplicateElement } from './manifest/duplicate-element.js'
import { duplicateKey as manifestDuplicateKey } from './manifest/duplicate-key.js'
import { entryNotFound as manifestEntryNotFound } from './manifest/entry-not-found.js'
import { iconNotFound as manifestIconNotFound } from './manifest/icon-not-found.js'
import { missing as manifestMissing } from './manifest/missing.js'
import { notHigher as manifestNotHigher } from './manifest/not-higher.js'
import { notJson as manifestNotJson } from './manifest/not-json.js'
import { notUtf8 as manifestNotUtf8 } from './manifest/not-utf8.js'
import { payWithoutProducts as manifestPayWithoutProducts } from './manifest/pay-without-products.js'
import { placeholderAppId as manifestPlaceholderAppId } from './manifest/placeholder-app-id.js'
import { salesNeedAnAdult as manifestSalesNeedAnAdult } from './manifest/sales-need-an-adult.js'
import { MANIFEST_SCHEMA_RULES } from './manifest/schema.js'
import { screenshotNotFound as manifestScreenshotNotFound } from './manifest/screenshot-not-found.js'
import { textNearLimit as manifestTextNearLimit } from './manifest/text-near-limit.js'
import { undeclaredCapability as manifestUndeclaredCapability } from './manifest/undeclared-capability.js'
import { unpairedSurrogate as manifestUnpairedSurrogate } from './manifest/unpaired-surrogate.js'
import { damaged as pictureDamaged } from './picture/damaged.js'
import { iconNotPng as pictureIconNotPng } from './picture/icon-not-png.js'
import { iconNotSquare as pictureIconNotSquare } from './picture/icon-not-square.js'
import { iconSize as pictureIconSize } from './picture/icon-size.js'
import { iconTransparent as pictureIconTransparent } from './picture/icon-transparent.js'
import { screenshotType as pictureScreenshotType } from './picture/screenshot-type.js'
import { blockedMarkup as scriptBlockedMarkup } from './script/blocked-markup.js'
import { browserStorage as scriptBrowserStorage } from './script/browser-storage.js'
import { deniedFeature as scriptDeniedFeature } from './script/denied-feature.js'
import { dialog as scriptDialog } from './script/dialog.js'
import { doesNotParse as scriptDoesNotParse } from './script/does-not-parse.js'
import { download as scriptDownload } from './script/download.js'
import { eventSource as scriptEventSource } from './script/event-source.js'
import { filePicker as scriptFilePicker } from './script/file-picker.js'
import { importOfOtherType as scriptImportOfOtherType } from './script/import-of-other-type.js'
import { jsonAsScript as scriptJsonAsScript } from './script/json-as-script.js'
import { newWindow as scriptNewWindow } from './script/new-window.js'
import { pageAround as scriptPageAround } from './script/page-around.js'
import { remoteImportMap as scriptRemoteImportMap } from './script/remote-import-map.js'
import { remoteRequest as scriptRemoteRequest } from './script/remote-request.js'
import { sendBeacon as scriptSendBeacon } from './script/send-beacon.js'
import { taintedCanvas as scriptTaintedCanvas } from './script/tainted-canvas.js'
import { tooLongToParse as scriptTooLongToParse } from './script/too-long-to-parse.js'
import { unresolvedImport as scriptUnresolvedImport } from './script/unresolved-import.js'
import { webrtc as scriptWebrtc } from './script/webrtc.js'
import { websocket as scriptWebsocket } from './script/websocket.js'
import { workerByPath as scriptWorkerByPath } from './script/worker-by-path.js'
import { SDK_ARGUMENT_RULES } from './sdk/arguments.js'
import { capabilityUnused as sdkCapabilityUnused } from './sdk/capability-unused.js'
import { loadedTwice as sdkLoadedTwice } from './sdk/loaded-twice.js'
import { needsTap as sdkNeedsTap } from './sdk/needs-tap.js'
import { neverLoaded as sdkNeverLoaded } from './sdk/never-loaded.js'
import { notLoadedBefore as sdkNotLoadedBefore } from './sdk/not-loaded-before.js'
import { otherVersion as sdkOtherVersion } from './sdk/other-version.js'
import { productUnused as sdkProductUnused } from './sdk/product-unused.js'
import { readyUnused as sdkReadyUnused } from './sdk/ready-unused.js'
import { requiresUnused as sdkRequiresUnused } from './sdk/requires-unused.js'
import { undeclaredCapability as sdkUndeclaredCapability } from './sdk/undeclared-capability.js'
import { undeclaredTool as sdkUndeclaredTool } from './sdk/undeclared-tool.js'
import { unknownCall as sdkUnknownCall } from './sdk/unknown-call.js'
import { unknownEvent as sdkUnknownEvent } from './sdk/unknown-event.js'
import { unknownName as sdkUnknownName } from './sdk/unknown-name.js'
import { unknownProduct as sdkUnknownProduct } from './sdk/unknown-product.js'
import { dataStylesheet as svgDataStylesheet } from './svg/data-stylesheet.js'
import { eventHandler as svgEventHandler } from './svg/event-handler.js'
import { javascriptUrl as svgJavascriptUrl } from './svg/javascript-url.js'
import { missingNamespace as svgMissingNamespace } from './svg/missing-namespace.js'
import { outsideBundle as svgOutsideBundle } from './svg/outside-bundle.js'
import { pageElement as svgPageElement } from './svg/page-element.js'
import { remoteLink as svgRemoteLink } from './svg/remote-link.js'
import { rootRelativeLink as svgRootRelativeLink } from './svg/root-relative-link.js'
import { scriptElement as svgScriptElement } from './svg/script-element.js'
import { unsafeDoctype as svgUnsafeDoctype } from './svg/unsafe-doctype.js'
import { unsafeStylesheet as svgUnsafeStylesheet } from './svg/unsafe-stylesheet.js'
import { ZIP_RULES } from './zip/structure.js'

/** A table of rules and rules with a file of their own, in one order. */
const byId = (rules: readonly Rule[]): readonly Rule[] => rules.toSorted((a, b) => comparePaths(a.id, b.id))

/**
 * Every rule, by area. To add one, write its file, add it here, and add its fixtures. The rule declares what it does to
 * the app (`impact`) and what it reads (`needs`): it gets nothing else, and every filter of the facts is derived from
 * that. Rules that differ only in their texts are a table: the structure of zips, the schema of the manifest, the
 * arguments of SDK calls. The compiler demands a text for every kind of fault.
 */
export const RULES: readonly Rule[] = [
  ...byId([
    ...MANIFEST_SCHEMA_RULES,
    manifestAiCapability,
    manifestByteOrderMark,
    manifestDuplicateElement,
    manifestDuplicateKey,
    manifestEntryNotFound,
    manifestIconNotFound,
    manifestMissing,
    manifestNotHigher,
    manifestNotJson,
    manifestNotUtf8,
    manifestPayWithoutProducts,
    manifestPlaceholderAppId,
    manifestSalesNeedAnAdult,
    manifestScreenshotNotFound,
    manifestTextNearLimit,
    manifestUndeclaredCapability,
    manifestUnpairedSurrogate,
  ]),
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
  bundleFileNotFound,
  bundleFileTooLarge,
  bundleFolderCaseTwin,
  bundleHiddenFile,
  bundlePathCharacters,
  bundlePathTooDeep,
  bundlePathTooLong,
  bundleSpecialFile,
  bundleSymbolicLink,
  bundleTooLarge,
  bundleTooManyFiles,
  bundleUnreadable,
  bundleWindowsName,
  bundleZipSizeUnknown,
  bundleZipTooLarge,
  ...ZIP_RULES,
  contentBytesDoNotMatch,
  contentCannotBeJudged,
  contentNotUtf8,
  contentOtherEncoding,
  contentSvgNotXml,
  htmlBaseElement,
  htmlCodeOfAnotherType,
  htmlDataCode,
  htmlDownload,
  htmlEmbeddedPage,
  htmlFileInput,
  htmlFormWithoutHandler,
  htmlLinkRel,
  htmlMetaRefresh,
  htmlModuleAsClassic,
  htmlNewWindow,
  htmlOtherProgram,
  htmlOutsideBundle,
  htmlOwnPolicy,
  htmlRemoteElsewhere,
  htmlRemoteUrl,
  htmlRootRelativeElsewhere,
  htmlRootRelativeUrl,
  cssCannotLoad,
  cssRemoteUrl,
  cssRootRelativeUrl,
  svgDataStylesheet,
  svgEventHandler,
  svgJavascriptUrl,
  svgMissingNamespace,
  svgOutsideBundle,
  svgPageElement,
  svgRemoteLink,
  svgRootRelativeLink,
  svgScriptElement,
  svgUnsafeDoctype,
  svgUnsafeStylesheet,
  scriptBlockedMarkup,
  scriptBrowserStorage,
  scriptDeniedFeature,
  scriptDialog,
  scriptDoesNotParse,
  scriptDownload,
  scriptEventSource,
  scriptFilePicker,
  scriptImportOfOtherType,
  scriptJsonAsScript,
  scriptNewWindow,
  scriptPageAround,
  scriptRemoteImportMap,
  scriptRemoteRequest,
  scriptSendBeacon,
  scriptTaintedCanvas,
  scriptTooLongToParse,
  scriptUnresolvedImport,
  scriptWebrtc,
  scriptWebsocket,
  scriptWorkerByPath,
  ...byId([
    ...SDK_ARGUMENT_RULES,
    sdkCapabilityUnused,
    sdkLoadedTwice,
    sdkNeedsTap,
    sdkNeverLoaded,
    sdkNotLoadedBefore,
    sdkOtherVersion,
    sdkProductUnused,
    sdkReadyUnused,
    sdkRequiresUnused,
    sdkUndeclaredCapability,
    sdkUndeclaredTool,
    sdkUnknownCall,
    sdkUnknownEvent,
    sdkUnknownName,
    sdkUnknownProduct,
  ]),
]
