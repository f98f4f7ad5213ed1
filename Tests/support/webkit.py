"""Pages in WebKitGTK."""
import pathlib

from selenium.common.exceptions import (
    ElementClickInterceptedException, ElementNotInteractableException, NoSuchFrameException, StaleElementReferenceException)
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

BROWSERS = sorted(pathlib.Path("/usr/lib").glob("*/webkit2gtk-4.1/MiniBrowser"))

# A machine may be busy; a condition that holds is met at once.
PATIENCE = 60


class Page:
    """Page actions, each of which waits for its condition."""

    def __init__(self, browser):
        self.browser = browser

    def until(self, condition):
        # A question that meets a page on its way out is asked again.
        leaving = (NoSuchFrameException, StaleElementReferenceException)
        return WebDriverWait(self.browser, PATIENCE, ignored_exceptions=leaving).until(lambda _: condition())

    def all(self, css):
        return self.browser.find_elements(By.CSS_SELECTOR, css)

    def one(self, css):
        return self.until(lambda: next(iter(self.all(css)), None))

    def text(self, css):
        return self.one(css).text

    def press(self, key):
        self.browser.switch_to.active_element.send_keys(key)

    def click(self, css, index=0):
        element = self.until(lambda: (self.all(css) + [None] * (index + 1))[index])
        self.tap(element)

    def tap(self, element):
        """Clicks as soon as the element can be clicked: a page may still be moving in."""
        def could():
            self.script("arguments[0].scrollIntoView({ block: 'center' })", element)
            try:
                element.click()
                return True
            except (ElementNotInteractableException, ElementClickInterceptedException):
                return False
        self.until(could)

    def script(self, source, *arguments):
        return self.browser.execute_script(source, *arguments)

    def wait(self, source):
        return self.until(lambda: self.script(f"return {source}"))
