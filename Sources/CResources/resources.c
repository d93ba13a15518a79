#include "resources.h"

#include <stdlib.h>
#include <string.h>

// The bytes of the file stand in place of the line that embeds it (C23, section 6.10.4).
static const struct {
    const char *name, *text;
} files[] = {
    {"Entities.txt", (const char[]){
#embed "../FeedParser/Entities.txt" suffix(, 0)
    }},
    {"Phrases", (const char[]){
#embed "../Cleaning/Phrases/en.txt" suffix(,)
#embed "../Cleaning/Phrases/de.txt" suffix(,)
#embed "../Cleaning/Phrases/es.txt" suffix(,)
#embed "../Cleaning/Phrases/fr.txt" suffix(,)
#embed "../Cleaning/Phrases/it.txt" suffix(,)
#embed "../Cleaning/Phrases/pt.txt" suffix(,)
#embed "../Cleaning/Phrases/ru.txt" suffix(,)
#embed "../Cleaning/Phrases/tr.txt" suffix(,)
#embed "../Cleaning/Phrases/zh.txt" suffix(,)
#embed "../Cleaning/Phrases/other.txt" suffix(,)
#embed "../Cleaning/Phrases/datelines.txt" suffix(,)
        0}},
    {"Words/counts.en.txt", (const char[]){
#embed "../Grouping/Words/counts.en.txt" suffix(, 0)
    }},
    {"Words/counts.ru.txt", (const char[]){
#embed "../Grouping/Words/counts.ru.txt" suffix(, 0)
    }},
    {"Words/importance.en.txt", (const char[]){
#embed "../Grouping/Words/importance.en.txt" suffix(, 0)
    }},
    {"Words/importance.ru.txt", (const char[]){
#embed "../Grouping/Words/importance.ru.txt" suffix(, 0)
    }},
    {"Templates/contents.html.mustache", (const char[]){
#embed "../../Templates/contents.html.mustache" suffix(, 0)
    }},
    {"Templates/digest.html.mustache", (const char[]){
#embed "../../Templates/digest.html.mustache" suffix(, 0)
    }},
    {"Templates/digest.markdown.mustache", (const char[]){
#embed "../../Templates/digest.markdown.mustache" suffix(, 0)
    }},
    {"Templates/digest.text.mustache", (const char[]){
#embed "../../Templates/digest.text.mustache" suffix(, 0)
    }},
    {"Templates/event.html.mustache", (const char[]){
#embed "../../Templates/event.html.mustache" suffix(, 0)
    }},
    {"Templates/event.markdown.mustache", (const char[]){
#embed "../../Templates/event.markdown.mustache" suffix(, 0)
    }},
    {"Templates/event.text.mustache", (const char[]){
#embed "../../Templates/event.text.mustache" suffix(, 0)
    }},
    {"Templates/footer.html.mustache", (const char[]){
#embed "../../Templates/footer.html.mustache" suffix(, 0)
    }},
    {"Templates/footer.markdown.mustache", (const char[]){
#embed "../../Templates/footer.markdown.mustache" suffix(, 0)
    }},
    {"Templates/footer.text.mustache", (const char[]){
#embed "../../Templates/footer.text.mustache" suffix(, 0)
    }},
    {"Templates/masthead.html.mustache", (const char[]){
#embed "../../Templates/masthead.html.mustache" suffix(, 0)
    }},
    {"Templates/site.css", (const char[]){
#embed "../../Templates/site.css" suffix(, 0)
    }},
    {"Templates/site.js", (const char[]){
#embed "../../Templates/site.js" suffix(, 0)
    }},
    {"Templates/story.html.mustache", (const char[]){
#embed "../../Templates/story.html.mustache" suffix(, 0)
    }},
    {"Templates/story.markdown.mustache", (const char[]){
#embed "../../Templates/story.markdown.mustache" suffix(, 0)
    }},
    {"Templates/story.text.mustache", (const char[]){
#embed "../../Templates/story.text.mustache" suffix(, 0)
    }},
    {"Templates/style.html.mustache", (const char[]){
#embed "../../Templates/style.html.mustache" suffix(, 0)
    }},
    {"Templates/subject.text.mustache", (const char[]){
#embed "../../Templates/subject.text.mustache" suffix(, 0)
    }},
};

const char *resource(const char *name) {
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (!strcmp(files[i].name, name)) return files[i].text;
    abort();
}
