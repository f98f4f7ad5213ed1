import Library
import Pictures

/// Everything a page may draw on.
struct House: Sendable {
    let library: NewsLibrary
    let pictures: PictureShop
    let signer: PictureSigner
    let backstage: Backstage
    let settings: WebSettings
    let assets: AssetShelf
    let kept: KeptPages
    let readers = ReaderMemory()
}
