"""Settings that both languages share."""

import json
from pathlib import Path

VOCAB = json.loads(Path("vocab.json").read_text(encoding="utf-8"))
SITENAME = "Incident Library"
TIMEZONE = "UTC"
THEME = "theme"
THEME_STATIC_DIR = "."
ARTICLE_PATHS = [""]
PAGE_PATHS = ["pages"]
STATIC_PATHS = []
ARTICLE_URL = "incidents/{slug}/"
ARTICLE_SAVE_AS = "incidents/{slug}/index.html"
TAG_URL = "tag/{slug}/"
TAG_SAVE_AS = "tag/{slug}/index.html"
TAGS_SAVE_AS = "symptoms/index.html"
CATEGORY_URL = "causes/{slug}/"
CATEGORY_SAVE_AS = "causes/{slug}/index.html"
CATEGORIES_SAVE_AS = "causes/index.html"
AUTHOR_SAVE_AS = AUTHORS_SAVE_AS = ARCHIVES_SAVE_AS = ""
DIRECT_TEMPLATES = ["index", "tags", "categories", "sitemap"]
SITEMAP_SAVE_AS = "sitemap.xml"
DEFAULT_PAGINATION = False
FEED_ALL_ATOM = "feed.xml"
FEED_MAX_ITEMS = 50
CATEGORY_FEED_ATOM = TRANSLATION_FEED_ATOM = AUTHOR_FEED_ATOM = AUTHOR_FEED_RSS = None
MARKDOWN = {
    "extension_configs": {"markdown.extensions.extra": {}, "markdown.extensions.meta": {}},
    "output_format": "html5",
}
CACHE_CONTENT = True
LOAD_CONTENT_CACHE = True
SUMMARY_MAX_LENGTH = None
USE_FOLDER_AS_CATEGORY = False
